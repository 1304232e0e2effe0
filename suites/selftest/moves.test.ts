import { expect, test } from "vitest";
import type { Call } from "../../lib/reference/call.ts";
import { type Change, mutant } from "../../lib/reference/mutant.ts";
import type { Outcome } from "../../lib/reference/outcome.ts";
import { withoutEffect } from "../../lib/profile/needs/without-effect.ts";
import { judgeReference, type Subject } from "./judge-reference.ts";
import { idsWith, type Mode, profiles } from "./judge-target.ts";

const LASTING = [
  "account/transfer",
  "card/cancel",
  "sub-account/switch-provider",
  "transaction/3ds/decision",
];
const TRANSFER = "account/transfer";

/** How often each call with a lasting effect took effect. */
type Counts = Readonly<Record<string, number>>;

/** A further fault of a target: a false answer. */
interface Fault {
  /** Whether the calls are carried out without a key too. */
  readonly keyless?: boolean;
  /** Whether they are carried out with any signature. */
  readonly unsigned?: boolean;
  readonly answer?: (call: Call) => Response | undefined;
}

/** A reference that counts lasting effects, and has the given faults. */
function counting(
  counts: Record<string, number>,
  { keyless = false, unsigned = false, answer }: Fault,
): Change {
  return ({ flow, operations, authentication, signature }) => ({
    signature: {
      matches: async (call, ...others) =>
        (unsigned && LASTING.includes(call.operation)) || signature.matches(call, ...others),
    },
    operations: {
      async perform(call, owner) {
        const outcome = await operations.perform(call, owner);
        if (!outcome.refused) counts[call.operation] = (counts[call.operation] ?? 0) + 1;
        return outcome;
      },
    },
    authentication: {
      authenticate(call) {
        const [first] = call.merchants;
        const isOpen = keyless && LASTING.includes(call.operation) && !call.headers.has("x-api-key");
        return isOpen && first !== undefined ? first : authentication.authenticate(call);
      },
    },
    flow: {
      respond: async (call: Call, outcome: Outcome) =>
        (LASTING.includes(call.operation) ? answer?.(call) : undefined) ?? flow.respond(call, outcome),
    },
  });
}

async function effects(subject: Omit<Subject, "mutant">, fault: Fault = {}) {
  const counts: Record<string, number> = {};
  const counter = mutant("counts-what-takes-effect", "account.needs-key", counting(counts, fault));
  const report = await judgeReference({ ...subject, mutant: counter });
  const moved: Counts = Object.fromEntries(LASTING.map((name) => [name, counts[name] ?? 0]));
  return { moved, failed: idsWith(report, "failed"), undecided: idsWith(report, "inconclusive") };
}

const each = (count: number): Counts => Object.fromEntries(LASTING.map((name) => [name, count]));
const NEED_KEYS = [
  "account.needs-key",
  "card.needs-key",
  "sub-account.needs-key",
  "three-d-secure.needs-key",
];

test.each<[Mode, Subject["depth"] & string]>([
  ["api-key", "quick"],
  ["api-key", "standard"],
  ["signed", "quick"],
])("in %s mode at depth %s everything takes effect once, and nothing is accused", async (mode, depth) => {
  const selectors = depth === "standard" ? [] : ["operations"];
  expect(await effects({ mode, depth, selectors })).toEqual({ moved: each(1), failed: [], undecided: [] });
});

test("where no key is needed everything takes effect once all the same: the valid call is not sent any more", async () => {
  const { moved, failed } = await effects({}, { keyless: true });
  expect({ moved, failed }).toEqual({ moved: each(1), failed: NEED_KEYS });
});

test("where the target accepts any signature, each call takes effect once, and the valid one is not sent", async () => {
  const { moved, failed } = await effects({ mode: "signed" }, { unsigned: true });
  expect({ moved, failed }).toEqual({
    moved: each(1),
    failed: [
      "account.wrong-signature",
      "card.wrong-signature",
      "sub-account.wrong-signature",
      "three-d-secure.wrong-signature",
    ],
  });
});

const answered =
  (body: string, status = 200) =>
  () =>
    new Response(body, { status, headers: { "content-type": "application/json" } });
const isWithoutKey = (call: Call) => !call.headers.has("x-api-key");

test.each([
  ["no data", answered('{"code":0,"msg":"success"}')],
  ["null", answered('{"code":0,"msg":"success","data":null}')],
  ["an empty text", answered('{"code":0,"msg":"success","data":""}')],
  ["an empty list", answered('{"code":0,"msg":"success","data":[]}')],
  ["an empty object", answered('{"code":0,"msg":"success","data":{}}')],
  ["true", answered('{"code":0,"msg":"success","data":true}')],
  ["a number", answered('{"code":0,"data":0}')],
  ["a promise to do it later", answered('{"code":0,"msg":"accepted"}', 202)],
])("what a call without a key is granted with is a success of whatever shape: %s", async (_, grant) => {
  const { moved, failed } = await effects(
    {},
    { keyless: true, answer: (call) => (isWithoutKey(call) ? grant() : undefined) },
  );
  expect({ moved, failed }).toEqual({ moved: each(1), failed: NEED_KEYS });
});

test("who says true to whatever comes, a key or none, is found", async () => {
  const { moved, failed } = await effects({}, { keyless: true, answer: answered('{"code":0,"data":true}') });
  expect({ moved, failed }).toEqual({ moved: each(1), failed: NEED_KEYS });
});

test.each([
  ["HTTP 500 with an envelope", answered('{"code":50000,"msg":"internal error"}', 500)],
  ["HTTP 500 with a page", answered("<h1>500</h1>", 500)],
  ["a redirect", () => new Response("", { status: 307, headers: { location: "/abc/v1/account/transfer" } })],
  ["HTTP 408", answered('{"code":40800}', 408)],
  ["HTTP 409 and true", answered('{"code":40900,"data":true}', 409)],
  ["HTTP 401 and a receipt", answered('{"code":0,"data":{"transferId":"X1"}}', 401)],
  ["a code that the run has not seen", answered('{"code":20000,"msg":"accepted"}')],
  ["false", answered('{"code":0,"data":false}')],
  ["another text than JSON", answered("OK")],
  ["a list", answered('[{"code":40101}]')],
])("where %s leaves open whether it was carried out, the valid call is not sent", async (_, unclear) => {
  const { moved, undecided } = await effects(
    {},
    { keyless: true, answer: (call) => (isWithoutKey(call) ? unclear() : undefined) },
  );
  expect(moved).toEqual(each(1));
  expect(undecided).toEqual(expect.arrayContaining(NEED_KEYS));
});

test("a refusal that a read of the same area contradicts is not believed", async () => {
  const { moved, failed } = await effects(
    {},
    { keyless: true, answer: (call) => (isWithoutKey(call) ? answered('{"code":40101}', 401)() : undefined) },
  );
  expect({ moved: [moved[TRANSFER], moved["sub-account/switch-provider"]], failed }).toEqual({
    moved: [1, 1],
    failed: ["account.needs-key"],
  });
});

test.each<[string, NonNullable<Subject["choices"]>]>([
  ["HTTP 500", { refusalStatus: "500" }],
  ["HTTP 200 with the code of a success", { refusalCode: "as-success", refusalStatus: "200" }],
  ["HTTP 200 with an empty object", { refusalData: "empty-object", refusalStatus: "200" }],
  ["HTTP 200 without a code", { refusalCode: "absent", successCode: "absent", refusalStatus: "200" }],
])("where every refusal is %s, the valid call is sent all the same", async (_, choices) => {
  const { moved, failed, undecided } = await effects({ choices, selectors: ["operations"] });
  expect({ moved, failed, undecided }).toEqual({ moved: each(1), failed: [], undecided: [] });
});

test("where only `data` distinguishes a rejection from a success, the valid call is not sent", async () => {
  const choices = { refusalCode: "as-success", refusalStatus: "200", wording: "always-success" } as const;
  const { moved, failed } = await effects({ choices });
  expect({ moved, failed }).toEqual({ moved: each(0), failed: [] });
});

test("without consent nothing that takes effect for good is called, with a key or without", async () => {
  for (const fault of [{}, { keyless: true }]) {
    const { moved, failed } = await effects(
      { facts: { operations: withoutEffect(profiles["api-key"].operations) } },
      fault,
    );
    expect({ moved, failed }).toEqual({ moved: each(0), failed: [] });
  }
});

const LOST: [string, () => Response][] = [
  ["the connection breaks off", () => Response.error()],
  ["a gateway answers", () => new Response("<h1>502</h1>", { status: 502 })],
  ["a rate limit answers", () => new Response("{}", { status: 429, headers: { "retry-after": "1" } })],
  [
    "a rate limit of a gateway answers",
    () => new Response("", { status: 503, headers: { "retry-after": "0" } }),
  ],
];

test.each(LOST)(
  "where %s without a key, the valid call is not sent, and nothing fails",
  async (_, answer) => {
    const { moved, failed, undecided } = await effects({}, { answer });
    expect({ moved, failed }).toEqual({ moved: each(0), failed: [] });
    expect(undecided).toEqual(expect.arrayContaining(NEED_KEYS));
  },
);

const hasIssuedKey = ({ merchants, headers }: Call) =>
  merchants.some(({ apiKey }) => apiKey === headers.get("x-api-key"));

test.each(LOST)(
  "where %s to an unknown key, the valid call is not sent, and nothing fails",
  async (_, lost) => {
    const answer = (call: Call) =>
      call.headers.has("x-api-key") && !hasIssuedKey(call) ? lost() : undefined;
    const { moved, failed, undecided } = await effects({}, { answer });
    expect({ moved, failed }).toEqual({ moved: each(0), failed: [] });
    expect(undecided).toEqual(expect.arrayContaining(NEED_KEYS));
  },
);

test.each(LOST)("where %s to the valid call, it took effect once and is not sent again", async (_, lost) => {
  const answer = (call: Call) => (hasIssuedKey(call) ? lost() : undefined);
  const { moved, failed } = await effects({}, { answer });
  expect({ moved, failed }).toEqual({ moved: each(1), failed: [] });
});

test("what is answered like a ban is not sent again either", async () => {
  const { moved } = await effects({}, { answer: () => new Response("<h1>403</h1>", { status: 403 }) });
  expect(moved).toEqual(each(1));
});

test.each([
  ["another value stands there", { operation: "account/detail", pointer: "/currency", value: "EUR" }, 0],
  ["nothing stands there", { operation: "account/detail", pointer: "/livemode", value: false }, 0],
  ["it is the sandbox", { operation: "account/detail", pointer: "/currency", value: "USD" }, 1],
])("where a read has to show the sandbox, and %s, so much moves", async (_, expectsSandbox, count) => {
  const { operations } = profiles["api-key"];
  const transfer = { ...operations[TRANSFER], body: operations[TRANSFER]?.body ?? null, expectsSandbox };
  const { moved, failed } = await effects({ facts: { operations: { ...operations, [TRANSFER]: transfer } } });
  expect({ moved: moved[TRANSFER], failed }).toEqual({ moved: count, failed: [] });
});
