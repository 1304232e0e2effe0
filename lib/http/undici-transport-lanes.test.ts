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

/** Answers so while another connection is open, as uvicorn does with --limit-concurrency. */
function refusingASecond(status: number): Server {
  let open = 0;
  const server = createServer((_request, response) => {
    response.statusCode = open > 1 ? status : 200;
    response.end(open > 1 ? "Not now" : '{"code":0}');
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

/** Resets a second connection, as a firewall does. */
function resettingASecond(): NetServer {
  let open = 0;
  const http = answering();
  const accept = (socket: Socket) => {
    const isOneTooMany = open > 0;
    open += 1;
    socket.once("close", () => void (open -= 1));
    if (isOneTooMany) socket.resetAndDestroy();
    else http.emit("connection", socket);
  };
  // The end of another connection is then known.
  return createNetServer((socket) => void setTimeout(accept, 10, socket));
}

test.each([
  [503, refusingASecond(503)],
  [429, refusingASecond(429)],
  ["reset", resettingASecond()],
])(
  "a second connection ends with %s: idle ones are closed, after two of them always",
  async (end, server) => {
    const transport = await reached(server);
    const outcomes: unknown[] = [];
    for (const lane of ["main", "other", "other", "main", "main", "other", "main"])
      outcomes.push(
        await transport.send({ ...REQUEST, lane }).then(
          ({ status }) => status,
          () => "reset",
        ),
      );
    expect(outcomes).toEqual([200, end, 200, end, 200, 200, 200]);
    await transport.close();
  },
);

/** Answers the first request of each connection, and closes the connection when the second one comes. */
function closingUsed(): NetServer {
  return createNetServer((socket) => {
    let requests = 0;
    socket.on("error", () => undefined);
    socket.on("data", () => {
      requests += 1;
      if (requests === 1) socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
      else socket.destroy();
    });
  });
}

test("a server that closes used connections without an announcement: after two failures each request has a new one", async () => {
  const transport = await reached(closingUsed());
  const statuses: unknown[] = [];
  for (let request = 0; request < 8; request += 1)
    statuses.push(
      await transport.send(REQUEST).then(
        ({ status }) => status,
        () => "failed",
      ),
    );
  expect(statuses).toEqual([200, "failed", 200, "failed", 200, 200, 200, 200]);
  await transport.close();
});

test("a request that is sent once has a new connection after the first failure", async () => {
  const transport = await reached(closingUsed());
  await transport.send(REQUEST);
  await expect(transport.send(REQUEST)).rejects.toThrow("connection");
  await transport.send(REQUEST);
  expect((await transport.send({ ...REQUEST, isOnce: true })).status).toBe(200);
  await transport.close();
});
