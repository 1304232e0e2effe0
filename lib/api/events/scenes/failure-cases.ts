import type { Budget } from "../../../engine/requirement/effort.ts";
import type { AnswerStep } from "../../../receiver/answer-plan.ts";
import { coverCases, STRENGTHS } from "../../../engine/requirement/cover-cases.ts";
import { requireSuccess } from "../../exchange/require-success.ts";
import { MAX_CALLBACK_URL_CHARS, registerDraft } from "../../request/draft.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { Deliveries } from "../deliveries/deliveries.ts";
import type { EventsContext } from "../deliveries/events-context.ts";
import type { Failures, Registration } from "../deliveries/ledger.ts";
import { registerHook, typeInTurn } from "../deliveries/registration.ts";
import { type HookShape, MEMBERS_FORM, PLAIN_FORM, SAME_PATH_FORM, SLASH_FORM } from "../urls/hook.ts";
import { failingAnswers, failingScene, HELD_MS, MAX_FAILURES, type Preparation } from "./fail-deliveries.ts";
import { offerInVain, REJECTED_SHAPES, type Scene } from "./scene-stage.ts";

const [TOO_LONG, UNSAFE] = REJECTED_SHAPES;

const URLS: readonly HookShape[] = [
  {},
  { form: PLAIN_FORM },
  { chars: MAX_CALLBACK_URL_CHARS },
  { form: SAME_PATH_FORM },
  { form: SLASH_FORM },
  { form: MEMBERS_FORM },
];

/** The history of a callback URL when an event occurs. */
interface Before extends Pick<Preparation, "prepare"> {
  readonly said: string;
}

const BEFORE: readonly Before[] = [
  { said: "at a URL that was registered again", prepare: registerAgain },
  { said: "at a new URL" },
  {
    said: "after a rejected register",
    async prepare(deliveries, found) {
      await offerOnce(deliveries, found.merchant, UNSAFE);
      return found;
    },
  },
  {
    said: "after an update back to a former URL",
    async prepare(deliveries, found) {
      await deliveries.register(found.merchant);
      requireSuccess(await found.merchant.send(registerDraft(found.hook.url, "open")));
      return found;
    },
  },
  {
    said: "after another event at the URL",
    async prepare(deliveries, found) {
      const emission = await deliveries.trigger(found.merchant, typeInTurn(found, 1));
      await deliveries.come(found.hook, emission);
      return found;
    },
  },
];

/** It enables the webhook again, if the target was seen to do so. Another URL may be needed for that. */
async function registerAgain(deliveries: Deliveries, found: Registration): Promise<Registration> {
  const { merchant, hook } = found;
  await merchant.disabledAgain();
  await merchant.send(registerDraft(hook.url, "open"));
  const { status } = await deliveries.history.configurations.latest(merchant);
  return status === 0 ? registerHook(deliveries, merchant) : found;
}

/** An action as soon as a delivery has failed. */
interface Meanwhile {
  readonly said: string;
  readonly act?: (deliveries: Deliveries, own: Merchant, other: Merchant) => Promise<unknown>;
}

const MEANWHILE: readonly Meanwhile[] = [
  {
    said: "while its merchant queries and a register is rejected",
    act: async (deliveries, own) => queryAndOffer(deliveries, own),
  },
  { said: "" },
  {
    said: "while another merchant queries and a register is rejected there",
    act: async (deliveries, _own, other) => queryAndOffer(deliveries, other),
  },
];

async function queryAndOffer(deliveries: Deliveries, merchant: Merchant): Promise<void> {
  await merchant.query();
  await offerOnce(deliveries, merchant, TOO_LONG);
}

/** Offers a callback URL that must be rejected. Not again, if the target has accepted such a one. */
async function offerOnce(deliveries: Deliveries, merchant: Merchant, shape: HookShape): Promise<void> {
  if (!deliveries.history.accepted.has(shape)) await offerInVain(deliveries, merchant, shape);
}

/** How deliveries of an event fail. */
interface Failure {
  readonly said: string;
  readonly steps: readonly AnswerStep[];
  /** Whether the receiver ends the connection without an answer. Clients may repeat such a request by themselves. */
  readonly isBroken?: true;
  /** Whether attempts after the due ones are looked for, which takes time. */
  readonly isCounted?: true;
}

const KEEPS_FAILING: Failure = {
  said: "whose delivery keeps failing",
  steps: failingAnswers(MAX_FAILURES),
  isCounted: true,
};
const FAILURES: readonly Failure[] = [
  KEEPS_FAILING,
  failingOnce({ status: 503 }),
  {
    said: "whose connections break before an answer",
    // HTTP clients report a reset and an end as different errors.
    steps: failingAnswers(MAX_FAILURES).map((step, at): AnswerStep => ({
      ...step,
      ending: at % 2 === 0 ? "reset" : "close",
    })),
    isBroken: true,
  },
  { ...failingOnce({ status: 500, delayMs: HELD_MS }), isCounted: true },
  { said: "", steps: [] },
  failingOnce({ status: 502 }),
  failingOnce({ status: 504 }),
];

function failingOnce(step: AnswerStep): Failure {
  return { said: `whose first delivery is answered HTTP ${step.status}`, steps: [step] };
}

/** One event, with a value of each factor. */
interface FailureCase {
  readonly isSecond: boolean;
  readonly failure: Failure;
  readonly url: HookShape;
  readonly before: Before;
  readonly meanwhile: Meanwhile;
  /** Decides the event type. */
  readonly turn: number;
}

const CASES: readonly FailureCase[] = [false, true].flatMap((isSecond) =>
  FAILURES.flatMap((failure) =>
    URLS.flatMap((url) =>
      BEFORE.flatMap((before) =>
        MEANWHILE.flatMap((meanwhile) =>
          [0, 1, 2].map((turn) => ({ isSecond, failure, url, before, meanwhile, turn })),
        ),
      ),
    ),
  ),
);

/** Of all pairs, the first ones that are taken hold most. */
const MOST_CASES: Budget = { quick: 7, standard: 24, deep: 36 };
/** Where all retries of an event take longer, each value is tried once at any depth. */
const LONG_RETRIES_MS = 30_000;

/** A scene of one event. */
interface FailureScene {
  readonly isSecond: boolean;
  readonly keepsFailing: boolean;
  readonly play: Scene;
}

const chosen = new Map<number, readonly FailureScene[]>();

/** The scenes with one event each: every value of each factor at quick depth, most pairs of values from standard depth on. */
export function failureScenes({ effort, deliveries }: EventsContext): readonly FailureScene[] {
  const isLong = (deliveries.waits.retriesMs ?? 0) > LONG_RETRIES_MS;
  const strength = isLong ? 1 : Math.min(effort.at(STRENGTHS), 2);
  const scenes =
    chosen.get(strength) ?? coverCases(CASES, (one) => Object.values(one), strength).map(sceneOf);
  chosen.set(strength, scenes);
  return scenes.slice(0, effort.at(MOST_CASES));
}

function sceneOf(one: FailureCase): FailureScene {
  const { isSecond, failure, url, before, meanwhile, turn } = one;
  const when = [failure.said, before.said, meanwhile.said].filter((said) => said !== "").join(", ");
  const play = failingScene(
    ({ merchant, others: [other = merchant] }) => (isSecond ? other : merchant),
    (promised, { deliveries, merchant, others: [other = merchant] }) => {
      const due = dueOf(failure, promised, deliveries);
      const [own, rival] = isSecond ? [other, merchant] : [merchant, other];
      const act = async () => meanwhile.act?.(deliveries, own, rival);
      return due && { when, steps: failure.steps, ...due, turn, meanwhile: act, isPatient: true };
    },
    { shape: url, ...(before.prepare && { prepare: before.prepare }) },
  );
  return { isSecond, keepsFailing: failure === KEEPS_FAILING, play };
}

/**
 * How many attempts are due, and how many may come. A sender may take our answer for a success, or not, unless the one that it
 * accepts is known.
 * @returns undefined if the failure cannot be brought about
 */
function dueOf(
  { steps, isBroken, isCounted }: Failure,
  promised: number,
  { acknowledge, isDirect }: Deliveries,
): Pick<Failures, "least" | "most"> | undefined {
  if (isBroken === true && (!isDirect || promised === 0)) return undefined;
  const least = Math.min(steps.length, promised, MAX_FAILURES - 1) + 1;
  const endsAccepted = steps.length <= Math.min(1, promised);
  if (isCounted !== true || (endsAccepted && acknowledge === undefined)) return { least };
  return { least, most: endsAccepted ? least : promised + 1 };
}
