import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { parseArgs } from "node:util";
import { CHOICES } from "./catalogue.ts";
import { SOCKET_CHOICES } from "./choices-socket.ts";
import { Arrivals, serve } from "./machine.ts";
import { basePlan } from "./plan.ts";
import type { Merchant, Plan, World } from "./types.ts";

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
};

/** Makes the plan of a server with the choices of the command line. */
function chosenPlan(merchants: Merchant[]): Plan {
  const { mode, choice: names } = parseArgs({
    options: {
      mode: { type: "string", default: "api-key" },
      choice: { type: "string", multiple: true, default: [] },
    },
  }).values;
  const plan = basePlan(mode === "signed" ? "signed" : "api-key", merchants, WORLD);
  for (const name of names) {
    const choice = ALL_CHOICES.find((one) => one.name === name);
    if (choice === undefined) throw new Error(`Cannot choose ${name}: there is no such choice`);
    choice.apply(plan);
  }
  return plan;
}

function main(): void {
  const merchants = [newMerchant("alpha"), newMerchant("beta")];
  const plan = chosenPlan(merchants);
  const arrivals = new Arrivals();
  const server = createServer((req, res) => answer(plan, arrivals, req, res));
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    process.stdout.write(`${JSON.stringify({ port, merchants })}\n`);
  });
}

main();
