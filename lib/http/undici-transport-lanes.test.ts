import { createServer, type Server } from "node:http";
import { createServer as createNetServer, type Server as NetServer, type Socket } from "node:net";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { REQUEST, transportTo } from "./testing/transport-fixtures.ts";

const answering = () => createServer((_request, response) => void response.end('{"code":0}'));

/** Serves one connection after the other: the next waits until the one before is closed. */
function oneByOne(http: Server): NetServer {
  const waiting: Socket[] = [];
  let isServing = false;
  const next = () => {
    const socket = waiting.shift();
    isServing = socket !== undefined;
    if (socket === undefined) return;
    socket.once("close", next);
    http.emit("connection", socket);
  };
  return createNetServer((socket) => {
    waiting.push(socket);
    if (!isServing) next();
  });
}

/** Answers 503 while another connection is open, as uvicorn does with --limit-concurrency. */
function refusingASecond(): Server {
  let open = 0;
  const server = createServer((_request, response) => {
    response.statusCode = open > 1 ? 503 : 200;
    response.end(open > 1 ? "Service Unavailable" : '{"code":0}');
  });
  return server.on("connection", (socket: Socket) => {
    open += 1;
    socket.once("close", () => void (open -= 1));
  });
}

async function reached(server: NetServer) {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("Cannot listen");
  return transportTo(`http://127.0.0.1:${address.port}`, { timeoutMs: 150 });
}

test("a server of one connection at a time: after one time-out, idle connections are closed for others", async () => {
  const transport = await reached(oneByOne(answering()));
  const send = async (lane: string) =>
    transport.send({ ...REQUEST, lane }).then(
      ({ status }) => status,
      (error: unknown) => String(error),
    );
  expect(await send("main")).toBe(200);
  expect(await send("other")).toContain("150 ms");
  for (const lane of ["other", "main", "third", "main"]) expect(await send(lane)).toBe(200);
  expect(await Promise.all(["main", "other", "third"].map(send))).toEqual([200, 200, 200]);
  await transport.close();
});

test("a server that answers 503 to a second connection: idle ones are closed, after two of them always", async () => {
  const transport = await reached(refusingASecond());
  const statuses = [];
  for (const lane of ["main", "other", "other", "main", "main", "other", "main"])
    statuses.push((await transport.send({ ...REQUEST, lane })).status);
  expect(statuses).toEqual([200, 503, 200, 503, 200, 200, 200]);
  await transport.close();
});
