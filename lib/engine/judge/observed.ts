import { InconclusiveError } from "../record/verdict.ts";
import type { CheckContext } from "../requirement/check-context.ts";
import { thrownBy } from "./outcome.ts";
import type { Observed, Parts } from "../requirement/parts.ts";
import { canonicalText, type Plain } from "../requirement/plain.ts";

/** Reads one part from the answers of the run. */
type Reading<Context> = (context: Context) => Promise<Observed>;

/** Looks at one part with its own requests: beyond quick depth, and if the profile pins the part. */
interface Probe<Context> {
  readonly looks: number;
  readonly ask: (context: Context, look: number) => Promise<Plain>;
}

/** Looks twice, with its own requests. */
export function askTwice<Context>(ask: Probe<Context>["ask"]): Probe<Context> {
  return { looks: 2, ask };
}

/** Looks once, because the action must not be repeated often. */
export function askOnce<Context>(ask: Probe<Context>["ask"]): Probe<Context> {
  return { looks: 1, ask };
}

/** Observes each part. A part without a value does not affect the others. */
export function eachPart<Context extends Pick<CheckContext, "probes" | "sent">>(
  looks: Readonly<Record<string, Reading<Context> | Probe<Context>>>,
): (context: Context) => Promise<Parts> {
  return async (context) => {
    const parts: Record<string, Parts[string]> = {};
    for (const [name, look] of Object.entries(looks)) {
      if (typeof look === "object" && !context.probes(name)) continue;
      const before = context.sent();
      const error = await thrownBy(async () => {
        const seen = await (typeof look === "object" ? probed(look, context) : look(context));
        const sent = context.sent();
        parts[name] = sent === before ? seen : { ...seen, exchange: sent };
      });
      if (error !== undefined) parts[name] = { error };
    }
    return parts;
  };
}

/** Observes the parts of several observers as one observation. */
export function mergeParts<Context>(
  ...observers: readonly ((context: Context) => Promise<Parts>)[]
): (context: Context) => Promise<Parts> {
  return async (context) => {
    const all: Parts[] = [];
    for (const observe of observers) all.push(await observe(context));
    return Object.assign({}, ...all);
  };
}

async function probed<Context>({ looks, ask }: Probe<Context>, context: Context): Promise<Observed> {
  const seen: Plain[] = [];
  for (let look = 0; look < looks; look += 1) seen.push(await ask(context, look));
  return summarizeLooks(seen);
}

const MAX_VARIETIES = 5;

/**
 * Combines several looks at one thing.
 * @throws {InconclusiveError} without a look
 */
export function summarizeLooks(looks: readonly Plain[]): Observed {
  const different = [...new Map(looks.map((look) => [canonicalText(look), look])).values()];
  const [first] = different;
  if (first === undefined) throw new InconclusiveError("No answer of the run shows it.");
  if (different.length > 1) return { value: different.slice(0, MAX_VARIETIES), stable: false };
  return { value: first, stable: true, ...(looks.length === 1 && { once: true as const }) };
}

/** The common value, or a value for each name. */
export function combineByName(values: ReadonlyMap<string, Plain>): Plain {
  const different = new Map([...values.values()].map((value) => [canonicalText(value), value]));
  const [only] = different.values();
  return different.size === 1 && only !== undefined ? only : Object.fromEntries(values);
}
