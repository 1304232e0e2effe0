import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { onTestFinished, expect, test } from "vitest";
import { Agent } from "undici";
import type { Received } from "./arrival.ts";
import { Desk } from "./desk.ts";
import { GrowingBytes } from "../http/growing-bytes.ts";
import { listen, type ListenOptions } from "./listen.ts";
import { networkOf } from "./connections.ts";
import type { Receiver } from "./receiver.ts";
import { RelaySessions } from "./relay/relay-sessions.ts";

const MIB = 1024 * 1024;
const OWN = "cc-0123456789";
const CLOCKS = { now: () => 0, ticks: () => 0 };
const ZEROS = Buffer.alloc(MIB);
const LONG_HEADER = ["x-long", "h".repeat(60 * 1024)] as const;
const SLOW = "POST / HTTP/1.1\r\nhost: a\r\nx:";
/** As many as one address may open. */
const MANY = 32;

function posted(target: string, { bytes = 2, isLong = false } = {}): Received {
  const headers = isLong ? [LONG_HEADER] : [];
  return { method: "POST", target, headers, body: ZEROS.subarray(0, bytes), isCut: false, tls: undefined };
}

function bytesOf({ arrivals }: Pick<Desk, "arrivals">): number {
  return arrivals.reduce((sum, { body }) => sum + body.length, 0);
}

async function listening(options: Partial<ListenOptions> = {}): Promise<Receiver> {
  const receiver = await listen({ host: "127.0.0.1", port: 0, tls: "none", own: OWN, ...options });
  onTestFinished(async () => receiver.close());
  return receiver;
}

/** Connections that begin a request and do not go on. */
async function slowly({ url }: Receiver, count: number): Promise<readonly Socket[]> {
  const port = Number(new URL(url).port);
  const isTls = url.startsWith("https:");
  return Promise.all(
    Array.from(
      { length: count },
      async () =>
        new Promise<Socket>((resolve) => {
          const opened = () => socket.write(SLOW, () => resolve(socket));
          const at = { port, host: "127.0.0.1" };
          const socket = isTls
            ? connectTls({ ...at, rejectUnauthorized: false }, opened)
            : connect(at, opened);
          socket.on("error", () => resolve(socket));
          onTestFinished(() => void socket.destroy());
        }),
    ),
  );
}

async function post(url: string, body: string | Buffer = "{}", localAddress = "127.0.0.1"): Promise<number> {
  const agent = new Agent({ connect: { rejectUnauthorized: false }, localAddress });
  const { origin, pathname } = new URL(url);
  const answer = await agent.request({ origin, path: pathname, method: "POST", body });
  await answer.body.dump();
  await agent.close();
  return answer.statusCode;
}

test("of a flood of bodies 64 MiB are kept, and it is known that there were more", () => {
  const desk = new Desk(CLOCKS);
  for (let at = 0; at < 4_000; at += 1) desk.receive(posted("/", { bytes: MIB }));
  expect(bytesOf(desk)).toBeLessThanOrEqual(64 * MIB);
  expect(desk.isFull).toBe(true);
});

test("handshakes of any length leave no more than their last ones, cut", () => {
  const desk = new Desk(CLOCKS);
  for (let at = 0; at < 100; at += 1)
    desk.receive({ ...posted("/?challenge=1", { bytes: MIB }), method: "GET" });
  expect(desk.handshakes).toHaveLength(20);
  expect(desk.handshakes.every(({ body }) => body.length === 0)).toBe(true);
});

test("strays take no place of what is of the run, and nothing of them is kept but time and method", () => {
  const desk = new Desk({ ...CLOCKS, own: OWN });
  for (let at = 0; at < 10_100; at += 1)
    desk.receive(posted(`/card/4111111111111111?${at}`, { bytes: MIB, isLong: true }));
  desk.receive(posted(`/${OWN}/x`));
  expect(desk.arrivals.map(({ target }) => target)).toEqual([`/${OWN}/x`]);
  expect(desk.strays).toHaveLength(100);
  expect(desk.strays[0]).toEqual({ method: "POST", at: 0 });
  expect(desk.isFull).toBe(false);
});

test("a flood at one run of a relay leaves room for the others, and memory stays bounded", async () => {
  const sessions = new RelaySessions({ ...CLOCKS, expireMs: 1_000 });
  const ids = Array.from({ length: 20 }, (_, at) => String(at).padStart(16, "0"));
  const [first = "", second = ""] = ids;
  for (const id of ids) sessions.open(id);
  for (let at = 0; at < 2_000; at += 1) sessions.receive(posted(`/${first}/x`, { bytes: MIB }));
  for (let at = 0; at < 10_100; at += 1) sessions.receive(posted(`/${at}`, { isLong: true }));
  for (const id of ids) sessions.receive(posted(`/${id}/own`, { bytes: 1_000 }));
  expect(sessions.bytes).toBeLessThan(5 * MIB);
  expect(ids.map((id) => sessions.state(id).isFull)).toEqual(ids.map((id) => id === first));
  expect(await sessions.arrivals(second, 0, 0)).toMatchObject([{ target: `/${second}/own` }]);
  sessions.end(first);
  expect(sessions.bytes).toBeLessThan(MIB);
});

test("a body in many small pieces takes no more memory than its length", () => {
  const bytes = new GrowingBytes(MIB);
  for (let at = 0; at < MIB + 5; at += 1) bytes.add(Uint8Array.of(at % 251));
  expect(bytes.bytes.length).toBe(MIB);
  expect(bytes.bytes[252]).toBe(1);
});

test.for(["none", "generated"] as const)(
  "who sends headers slowly is ended, and others are served meanwhile, with TLS %s",
  async (tls) => {
    const receiver = await listening({ tls, headersMs: 1_000 });
    const slow = await slowly(receiver, MANY);
    expect(await post(`${receiver.url}/${OWN}/x`, "{}", "127.0.0.2")).toBe(200);
    await Promise.all(
      slow.map(async (socket) => socket.closed || new Promise((end) => socket.once("close", end))),
    );
    expect(await post(`${receiver.url}/${OWN}/y`)).toBe(200);
    expect(receiver.arrivals).toHaveLength(2);
  },
);

test("one address gets no more than its share of connections, and the refusals are a lapse", async () => {
  const receiver = await listening({ tls: "generated" });
  await slowly(receiver, MANY);
  await expect(post(`${receiver.url}/${OWN}/x`)).rejects.toMatchObject({ code: expect.any(String) });
  expect(await post(`${receiver.url}/${OWN}/x`, "{}", "127.0.0.2")).toBe(200);
  expect(receiver.lapses).toEqual(["connections were refused, because too many were open"]);
});

test("a delivery whose body is cut gets its planned answer, and one that its sender does not end gets none", () => {
  const desk = new Desk({ now: () => 0, ticks: () => 0 });
  desk.plan("tok1", [{ status: 503 }, { status: 202 }]);
  const cut = { ...posted("/tok1"), isCut: true };
  const answers = [{ ...cut, isUnfinished: true as const }, cut, cut].map((one) => desk.receive(one));
  expect(answers).toEqual([{ status: 500, ending: "close" }, { status: 503 }, { status: 202 }]);
});

test("of a stray at the root, the desk keeps whether its body names an event type", () => {
  const desk = new Desk({ now: () => 0, ticks: () => 0, own: "run-1" });
  const posts = [
    ["/", '{"type":"card.status"}'],
    ["/", '{"user":"admin"}'],
    ["/wp-login.php", '{"type":"card.status"}'],
  ] as const;
  for (const [target, body] of posts)
    desk.receive({
      method: "POST",
      target,
      headers: [],
      body: Buffer.from(body),
      isCut: false,
      tls: undefined,
    });
  expect(desk.strays).toEqual([
    { method: "POST", at: 0, isEventAtRoot: true },
    { method: "POST", at: 0 },
    { method: "POST", at: 0 },
  ]);
});

test("a client that pipelines without end is ended", async () => {
  const receiver = await listening();
  const token = "Planned0123456789";
  await receiver.plan(token, [{ status: 200, ending: "hang" }]);
  const socket = connect(Number(new URL(receiver.url).port), "127.0.0.1");
  const end = new Promise((resolve) => socket.on("error", resolve).once("close", resolve));
  socket.write(`POST /${token} HTTP/1.1\r\nhost: a\r\ncontent-length: 0\r\n\r\n`.repeat(1_000));
  await end;
  expect(receiver.arrivals.length).toBeLessThan(100);
});

test.for([
  ["::ffff:10.0.0.7", "10.0.0.7"],
  ["10.0.0.7", "10.0.0.7"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["::1", "0:0:0:0"],
] as const)("%s is of the network %s", ([address, network]) => {
  expect(networkOf(address)).toBe(network);
});
