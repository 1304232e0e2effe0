import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { CHOICES, FAULTS } from "./catalogue.ts";
import { operationOf, run } from "./machine.ts";
import { basePlan } from "./plan.ts";
import type { Exchange, Merchant, Mode, Plan } from "./types.ts";

const connections = new WeakMap<Socket, { number: number; turns: number }>();
let serial = 0;
let connected = 0;
let open = 0;

const newMerchant = (name: string): Merchant => ({
  name,
  apiKey: `ak_${randomBytes(16).toString("hex").replaceAll("0", "Q")}`,
  secret: `sk_${randomBytes(24).toString("hex")}`,
});

function headersOf(req: IncomingMessage): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, value] of Object.entries(req.headers)) {
    if (value !== undefined) found[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return found;
}

function exchangeOf(req: IncomingMessage, body: Buffer): Exchange {
  const seen = connections.get(req.socket) ?? { number: ++connected, turns: 0 };
  connections.set(req.socket, seen);
  const target = req.url ?? "";
  const mark = target.indexOf("?");
  const path = mark < 0 ? target : target.slice(0, mark);
  return {
    serial: ++serial,
    connection: seen.number,
    turn: ++seen.turns,
    method: req.method ?? "",
    path,
    search: mark < 0 ? "" : target.slice(mark),
    headers: headersOf(req),
    body,
    op: operationOf(path),
    caller: null,
    url: "",
    overlapping: open,
  };
}

function serve(plan: Plan, req: IncomingMessage, res: ServerResponse): void {
  const chunks: Buffer[] = [];
  open++;
  res.on("close", () => open--);
  req.on("data", (chunk: Buffer) => chunks.push(chunk));
  req.on("end", () => {
    const x = exchangeOf(req, Buffer.concat(chunks));
    const go = (): void =>
      run(plan, x, (answer) => {
        plan.finish(answer, x);
        plan.send(res, answer, plan.text(answer, x), x);
      });
    const wait = plan.delay(x);
    if (wait > 0) setTimeout(go, wait);
    else go();
  });
}

/** The values given for an option, in order. */
function valuesOf(args: string[], option: string): string[] {
  const found: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const value = args[i + 1];
    if (args[i] === option && value !== undefined) found.push(value);
  }
  return found;
}

function main(args: string[]): void {
  if (args.includes("--list")) {
    const choices = CHOICES.map(({ name, mode, what }) => ({ name, mode, what }));
    const faults = FAULTS.map(({ name, mode, breaks, what }) => ({ name, mode, breaks, what }));
    process.stdout.write(`${JSON.stringify({ choices, faults })}\n`);
    return;
  }
  const mode: Mode = valuesOf(args, "--mode")[0] === "signed" ? "signed" : "api-key";
  const merchants = [newMerchant("alpha"), newMerchant("beta")];
  const plan = basePlan(mode, merchants);
  const wanted = [
    ...valuesOf(args, "--choice").map((name) => CHOICES.find((one) => one.name === name) ?? name),
    ...valuesOf(args, "--fault").map((name) => FAULTS.find((one) => one.name === name) ?? name),
  ];
  for (const one of wanted) {
    if (typeof one === "string" || (one.mode !== "any" && one.mode !== mode)) {
      process.stderr.write(`not available: ${typeof one === "string" ? one : one.name}\n`);
      process.exitCode = 2;
      return;
    }
    one.apply(plan);
  }
  const server = createServer((req, res) => serve(plan, req, res));
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    process.stdout.write(`${JSON.stringify({ port, merchants })}\n`);
  });
}

main(process.argv.slice(2));
