import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listening } from "../../../lib/cli/testing/listening.ts";
import { Arrivals, serve } from "./machine.ts";
import { basePlan } from "./plan.ts";
import type { Choice, Merchant, Mode, Plan, World } from "./types.ts";

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

/** Listens on a free port, with these choices, until the test is over. */
export async function serveSecondOpinion(
  mode: Mode,
  choices: readonly Choice[],
): Promise<{ readonly port: number; readonly merchants: readonly Merchant[] }> {
  const merchants = [newMerchant("alpha"), newMerchant("beta")];
  const plan = basePlan(mode, merchants, WORLD);
  for (const choice of choices) choice.apply(plan);
  const arrivals = new Arrivals();
  return { port: await listening(createServer((req, res) => answer(plan, arrivals, req, res))), merchants };
}
