import { expect, test } from "vitest";
import { runVerdict } from "../../../lib/engine/settle/run-verdict.ts";
import { decodeBody } from "../../../lib/http/decode-body.ts";
import type { HeaderPair, Transport, WireAnswer } from "../../../lib/http/transport.ts";
import { loadProfile } from "../../../lib/profile/load/load-profile.ts";
import type { Clock } from "../../../lib/session/session-setup.ts";
import { isInSample, JUDGES_ALL } from "../is-in-sample.ts";
import { idsWith, judgeTarget, type Report } from "../judge-target.ts";
import { CHOICES } from "./catalogue.ts";
import { Arrivals, serve } from "./machine.ts";
import { basePlan } from "./plan.ts";
import type { Choice, Mode, Packet, Plan, World } from "./types.ts";

/** Failures that no sentence of the document demands: 1007e3 is an integer to a mathematician, and not to most programs that read one. */
const ACCUSED: Readonly<Record<string, readonly string[]>> = { "id-exponent": ["configuration.id-integer"] };
/** Checks that stay undecided: a status that is left out may be 0, or not be returned. */
const UNDECIDED: typeof ACCUSED = {
  "zero-omitted": ["disable.again", "lifecycle.walkthrough", "disable.sets-status", "disable.lasts"],
};
/** Some areas have no checks yet. */
const CONFORMS = "conformant-partial";
const MAX_ANSWER_BYTES = 2 ** 21;
/** Of these node:http keeps the first, of others all. */
const ONCE = new Set(["authorization", "content-length", "content-type", "host", "user-agent"]);
const MODES: readonly Mode[] = ["api-key", "signed"];
const { auth } = (await loadProfile("reference-signed", {})).profile;
/** This server signs the hash of no bytes where there is no body. */
const SIGNED = { ...auth, ...(auth.signature && { signature: { ...auth.signature, emptyBodyHash: true } }) };

/** Of so many choices one is judged. */
const STEP = 3;
/** A choice of both modes is judged in one of them, by turns. */
const shown = CHOICES.map((choice, turn) => {
  const mode = choice.mode === "any" ? (MODES[turn % MODES.length] ?? "api-key") : choice.mode;
  return [choice.name, mode, choice] as const;
}).filter(([name]) => JUDGES_ALL || isInSample(name, STEP));

test.each(MODES)("the server as it is conforms in %s mode", async (mode) => {
  expect(runVerdict((await judge(mode)).checks)).toBe(CONFORMS);
});

test.for(shown)("the choice %s is not accused in %s mode", async ([name, mode, choice]) => {
  const report = await judge(mode, choice);
  const failed = idsWith(report, "failed");
  // Where something fails, what is undecided follows from it.
  const undecided = failed.length > 0 ? [] : idsWith(report, "inconclusive");
  expect({ errored: idsWith(report, "errored"), cause: report.cause }).toEqual({ errored: [] });
  expect({ failed, undecided }).toEqual({
    failed: ACCUSED[name] ?? [],
    undecided: UNDECIDED[name] ?? [],
  });
});

test("reasons are for choices that exist", () => {
  const names = CHOICES.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(Object.keys({ ...ACCUSED, ...UNDECIDED })));
});

/** Runs the whole suite against the server of the other author, in this process. */
async function judge(mode: Mode, choice?: Choice): Promise<Report> {
  return judgeTarget(
    ({ merchants }, clock) => {
      const owners = merchants.map(({ name, apiKey, secret = "" }) => ({ name, apiKey, secret }));
      const plan = basePlan(mode, owners, worldOf(clock));
      choice?.apply(plan);
      return inProcess(plan);
    },
    { mode, ...(mode === "signed" ? { facts: { auth: SIGNED } } : {}) },
  );
}

function worldOf(clock: Clock): World {
  return {
    now: clock.now,
    later: (act, ms) => {
      let isOff = false;
      void clock.sleep(ms).then(() => isOff || act());
      return () => void (isOff = true);
    },
  };
}

/** The way to a server without a socket: each lane counts as a connection. */
function inProcess(plan: Plan): Transport {
  const arrivals = new Arrivals();
  return {
    send: async ({ method, path, headers, body = new Uint8Array(), lane = "main" }) => {
      arrivals.open++;
      const x = arrivals.exchange({
        connection: lane,
        method,
        target: path,
        headers: received(headers),
        body: Buffer.from(body),
      });
      const packet = await new Promise<Packet>((send) => serve(plan, x, send));
      arrivals.open--;
      return answered(method === "HEAD" ? { ...packet, body: Buffer.alloc(0) } : packet, plan);
    },
    close: async () => undefined,
  };
}

/** Headers as node:http hands them over. */
function received(pairs: readonly HeaderPair[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, value] of pairs) {
    const key = name.toLowerCase();
    const text = value.replaceAll(/^[ \t]+|[ \t]+$/g, "");
    const before = found[key];
    if (before === undefined) found[key] = text;
    else if (!ONCE.has(key)) found[key] = `${before}, ${text}`;
  }
  return found;
}

function answered({ status, headers, body }: Packet, plan: Plan): WireAnswer {
  const pairs: HeaderPair[] = Object.entries({ date: new Date(plan.now()).toUTCString(), ...headers });
  return { status, headers: pairs, body: decodeBody(pairs, body, MAX_ANSWER_BYTES) };
}
