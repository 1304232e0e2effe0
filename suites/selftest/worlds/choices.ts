import type { Call, ReferenceMerchant } from "../../../lib/reference/call.ts";
import {
  before,
  changing,
  instead,
  newMap,
  newSet,
  replacing,
  sayingNo,
  together,
  withMemory,
} from "../../../lib/reference/changes.ts";
import {
  editStored,
  enabled,
  isAcceptable,
  showing,
  SECOND,
  touched,
  updating,
} from "../../../lib/reference/faults.ts";
import { type Change, mutant } from "../../../lib/reference/mutant.ts";
import { refusal, success } from "../../../lib/reference/outcome.ts";
import type { World } from "./world.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const isoOf = (instant: bigint) => new Date(Number(instant / 1_000_000n)).toISOString();

/** Writes the times of configurations in another way. */
const timing = (write: (iso: string) => string): Change =>
  showing((_shown, { createTime, updateTime }) => ({
    createTime: write(isoOf(createTime)),
    updateTime: write(isoOf(updateTime)),
  }));

/** Days from the first of January of the year, or of a week's year. */
const daysOfYear = (date: Date) => (date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / DAY_MS;

function ordinalDate(iso: string): string {
  return `${iso.slice(0, 4)}-${String(Math.floor(daysOfYear(new Date(iso))) + 1).padStart(3, "0")}`;
}

function weekDate(iso: string): string {
  const day = new Date(iso).getUTCDay() || 7;
  const thursday = new Date(Date.parse(iso) + (4 - day) * DAY_MS);
  const week = Math.floor(daysOfYear(thursday) / 7) + 1;
  return `${thursday.getUTCFullYear()}-W${String(week).padStart(2, "0")}-${day}`;
}

/** Enables a configuration some time after its registration, unless it is disabled meanwhile. */
function activatingAfter(ms: number): Change {
  return withMemory(newMap<string, number>, (registeredAt) => {
    const enable = (call: Call, owner: ReferenceMerchant) => {
      if (call.now() - (registeredAt.get(owner.name) ?? Infinity) < ms) return;
      if (registeredAt.delete(owner.name)) editStored(call, owner, enabled);
    };
    return [
      changing("register.create", (created) => ({ ...created, status: 0 })),
      updating((_next, { status }) => ({ status })),
      before("query.read", enable),
      before("register.perform", (call, owner) => {
        enable(call, owner);
        if (isAcceptable(call)) registeredAt.set(owner.name, call.now());
      }),
      before("disable.perform", (call, owner) => {
        enable(call, owner);
        registeredAt.delete(owner.name);
      }),
    ];
  });
}

const isLocal = (url: string) =>
  /^(localhost|127\.|10\.|192\.168\.|\[)|\.(local|internal|localhost)$/.test(new URL(url).hostname);

/** The body as JSON.stringify writes it. */
function rewritten(body: Uint8Array): Uint8Array {
  try {
    return Buffer.from(JSON.stringify(JSON.parse(Buffer.from(body).toString())));
  } catch {
    return body;
  }
}

type Choices = Readonly<Record<string, Change>>;

/** Choices of a second author that contradict no sentence of the document, and that no variant makes. */
const CHOICES: Choices = {
  "answers 500 to malformed JSON, and 200 to bad URLs": changing(
    "envelope.status",
    (usual, _call, outcome) => {
      if (!outcome.refused || usual !== 400) return usual;
      return outcome.reason === "malformed-body" ? 500 : 200;
    },
  ),
  "shows more fields of every type": showing(({ status }) => ({
    version: 3,
    deleted: false,
    ext: { "": [], tags: ["x"], deep: { deeper: { deepest: null } } },
    remark: null,
    url: "https://elsewhere.invalid/",
    enabled: status === 1,
  })),
  "has another success code for each operation": changing(
    "envelope.code",
    (usual, { operation }, { refused }) => (refused ? usual : 2_000 + operation.length),
  ),
  "shows a star for all event types": showing(() => ({ eventTypes: '["*"]' })),
  "writes times with one decimal": timing((iso) => `${iso.slice(0, 21)}Z`),
  "ends times with the minute": timing((iso) => `${iso.slice(0, 16)}Z`),
  "writes ordinal dates": timing((iso) => `${ordinalDate(iso)}${iso.slice(10)}`),
  "writes week dates": timing((iso) => `${weekDate(iso)}${iso.slice(10)}`),
  "writes fractions only where they are not zero, and offsets now and then": timing((iso) =>
    Date.parse(iso) % 2 === 0 ? iso.replace(".000Z", "Z") : iso.replace("Z", "+00:00"),
  ),
  ...Object.fromEntries(
    [-2, 2].map((minutes) => [
      `writes times by a clock that is off by ${minutes} minutes`,
      timing((iso) => new Date(Date.parse(iso) + minutes * MINUTE_MS).toISOString()),
    ]),
  ),
  "enables again by another URL only": updating((next, { callbackUrl, status }) => ({
    status: next.callbackUrl === callbackUrl ? status : 1,
  })),
  "enables a quarter of a second after register": activatingAfter(250),
  "enables a minute after register": activatingAfter(MINUTE_MS),
  "moves updateTime at a second disable": before("disable.perform", (call, owner) =>
    editStored(call, owner, (stored) => (stored.status === 0 ? touched(stored) : {})),
  ),
  "changes nothing at a register of the stored URL": changing("register.update", (next, _call, current) =>
    next.callbackUrl === current.callbackUrl ? current : next,
  ),
  "shows a disabled blank where nothing is registered": instead("query.withNothing", () =>
    success({ status: 0, retryCount: 0, eventTypes: "[]" }),
  ),
  "moves updateTime by a millisecond at least": updating(({ updateTime }, current) => {
    const least = current.updateTime + SECOND / 1_000n;
    return { updateTime: updateTime > least ? updateTime : least };
  }),
  "shows no event types while disabled": showing(({ status }) =>
    status === 0 ? { eventTypes: "[]", retryCount: 0 } : {},
  ),
  "refuses loopback, private and local hosts": changing("callbackUrl.judge", (url) =>
    typeof url === "string" && isLocal(url) ? refusal("unusual-url") : url,
  ),
  "has none of the operations that the document only names": sayingNo(
    "flow.knows",
    ({ operation }) => !operation.startsWith("webhook/"),
  ),
};

/** Those of a target that verifies signatures. */
const OF_SIGNATURES: Choices = {
  "spends a nonce even where the signature is wrong": withMemory(newSet<string>, (used) =>
    instead("signature.verify", (call, { name }) => {
      const nonce = `${name} ${call.rules.signature.components(call).nonce}`;
      return used.has(nonce) ? refusal("used-nonce") : void used.add(nonce);
    }),
  ),
  "takes nonces of 16 to 64 characters": sayingNo(
    "signature.hasNonce",
    ({ nonce: { length } }) => length < 16 || length > 64,
  ),
  "takes timestamps that are 60 s old or 30 s ahead": together(
    sayingNo("signature.notTooOld", (call, at) => call.now() - at > 60_000),
    sayingNo("signature.notTooNew", (call, at) => at - call.now() > 30_000),
  ),
  "lets the body be written again before it is hashed": replacing(
    "signature.matches",
    (matches) =>
      async (call, parts, ...others) => {
        const body = rewritten(parts.body ?? new Uint8Array());
        return (await matches(call, parts, ...others)) || matches(call, { ...parts, body }, ...others);
      },
  ),
  "takes 8 ms before it writes a nonce down": replacing("flow.operate", (operate) => async (call, owner) => {
    await call.sleep(8);
    return operate(call, owner);
  }),
};

/** @param modeOf the mode of a choice, by its place */
function worldsOf(choices: Choices, modeOf: (index: number) => World["mode"] & string): readonly World[] {
  return Object.entries(choices).map(([what, change], index) => ({
    name: `a target that ${what}`,
    mode: modeOf(index),
    mutant: mutant("chooses-otherwise", "", change, { choices: { nonceSpentBy: "successful" } }),
    expected: { cause: undefined, inconclusive: [] },
  }));
}

export const ofChoices: readonly World[] = [
  ...worldsOf(CHOICES, (index) => (index % 2 === 0 ? "api-key" : "signed")),
  ...worldsOf(OF_SIGNATURES, () => "signed"),
];
