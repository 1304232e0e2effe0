import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Arrivals } from "./arrivals.ts";
import { CHOICES, FAULTS } from "./catalogue.ts";
import { SOCKET_CHOICES } from "./choices-socket.ts";
import { basePlan } from "./plan.ts";
import { serve } from "./serve.ts";
import type { Merchant, Mode, Plan, World } from "./types.ts";

const ALL_CHOICES = [...CHOICES, ...SOCKET_CHOICES];

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

function answer(plan: Plan, arrivals: Arrivals, req: IncomingMessage, res: ServerResponse): void {
  const chunks: Buffer[] = [];
  arrivals.open++;
  res.on("close", () => arrivals.open--);
  req.on("data", (chunk: Buffer) => chunks.push(chunk));
  req.on("end", () => {
    const { socket: connection, method = "", url: target = "" } = req;
    const body = Buffer.concat(chunks);
    const x = arrivals.exchange({ connection, method, target, headers: headersOf(req), body });
    serve(plan, x, (packet) => plan.send(res, packet));
  });
}

const WORLD: World = {
  now: () => Date.now(),
  later: (act, ms) => {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
  chance: () => Math.random(),
};

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
    const choices = ALL_CHOICES.map(({ name, mode, what }) => ({ name, mode, what }));
    const faults = FAULTS.map(({ name, mode, breaks, what }) => ({ name, mode, breaks, what }));
    process.stdout.write(`${JSON.stringify({ choices, faults })}\n`);
    return;
  }
  const mode: Mode = valuesOf(args, "--mode")[0] === "signed" ? "signed" : "api-key";
  const merchants = [newMerchant("alpha"), newMerchant("beta")];
  const plan = basePlan(mode, merchants, WORLD);
  const wanted = [
    ...valuesOf(args, "--choice").map((name) => ALL_CHOICES.find((one) => one.name === name) ?? name),
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
  const arrivals = new Arrivals();
  const server = createServer((req, res) => answer(plan, arrivals, req, res));
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    process.stdout.write(`${JSON.stringify({ port, merchants })}\n`);
  });
}

main(process.argv.slice(2));
