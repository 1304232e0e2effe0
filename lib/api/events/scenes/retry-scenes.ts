import { InapplicableError, InconclusiveError, UnreturnedError } from "../../../engine/record/verdict.ts";
import type { AnswerStep } from "../../../receiver/answer-plan.ts";
import type { Configuration } from "../../merchant/configuration.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import { registerDraft } from "../../request/draft.ts";
import { assertCountable } from "../deliveries/assert-carries-one.ts";
import type { EventsContext } from "../deliveries/events-context.ts";
import type { Failures } from "../deliveries/ledger.ts";
import {
  failDeliveries,
  failingAnswers,
  MAX_FAILURES,
  NO_EVENTS,
  type Preparation,
} from "./fail-deliveries.ts";
import { registerHook, requireDelivery } from "../deliveries/registration.ts";
import { PLAIN_FORM } from "../urls/hook.ts";
import { offerInVain, type Scene } from "./scene-stage.ts";

/** Longer than most senders wait for an answer. */
const SILENT_MS = 20_000;
/** A delivery fails only after so long: the retries come when the rest of the scene has happened. */
const HELD_MS = 1_000;

/** More than many columns and keys hold. */
const LONG_CHARS = 400;

/** Two events fail by the statuses that come last, or not at all, where one event fails. */
const FROM_LAST = 3;

/** How many retries a configuration promises. @throws {UnreturnedError} */
export function promiseIn({ retryCount }: Pick<Configuration, "retryCount">): number {
  if (typeof retryCount === "number" || typeof retryCount === "bigint") return Number(retryCount);
  throw new UnreturnedError(["retryCount"]);
}

/** A scene of failing deliveries. @param how by the promised number of retries; undefined: the scene does not apply */
function failing(
  merchantOf: (context: EventsContext) => Merchant,
  how: (promised: number, context: EventsContext) => Failures | undefined,
  preparation: Preparation = {},
): Scene {
  return async (context, before) => {
    const planned = (configuration: Configuration) => {
      const promised = promiseIn(configuration);
      const plan = how(promised, context);
      return plan && { ...plan, promised };
    };
    return failDeliveries(context.deliveries, merchantOf(context), planned, { ...preparation, before });
  };
}

const firstOne = ({ merchant }: EventsContext): Merchant => merchant;
const secondOne = ({ merchant, others: [other = merchant] }: EventsContext): Merchant => other;

/** The URL is registered once more: it enables the webhook again, if the target was seen to do so. Another one may be needed for that. */
const registeredAgain: Preparation = {
  async prepare(deliveries, found) {
    const { merchant, hook } = found;
    await merchant.disabledAgain();
    await merchant.send(registerDraft(hook.url, "open"));
    const { status } = await deliveries.history.configurations.latest(merchant);
    return status === 0 ? registerHook(deliveries, merchant) : found;
  },
};

/** Every delivery of an event fails. @param turn decides its type */
const keepsFailing = (
  merchantOf: (context: EventsContext) => Merchant,
  turn: number,
  more?: (context: EventsContext) => Pick<Failures, "when" | "meanwhile">,
): Scene =>
  failing(
    merchantOf,
    (promised, context) => ({
      when: "whose delivery keeps failing",
      ...more?.(context),
      steps: failingAnswers(MAX_FAILURES),
      least: Math.min(promised + 1, MAX_FAILURES),
      most: promised + 1,
      turn,
    }),
    turn === 0 ? registeredAgain : {},
  );
/** The first ones are of two merchants, whose events of the same type fail at the same time. */
const keepFailing = [
  keepsFailing(firstOne, 0, ({ deliveries, merchant }) => ({
    when: "whose delivery keeps failing, while its merchant queries and a register is rejected",
    async meanwhile() {
      await merchant.query();
      await offerInVain(deliveries, merchant);
    },
  })),
  keepsFailing(secondOne, 0),
  keepsFailing(secondOne, 2),
] as const;

/** Every delivery of an event fails, then the first one of the next event. A third event does not fail. */
export const inARow = failing(firstOne, (promised) => {
  const each = promised + 1;
  const ofTwo = each + Math.min(each, 2);
  if (each >= MAX_FAILURES) return undefined;
  return {
    when: "at a URL where every delivery of the event before failed",
    events: [0, each, ofTwo],
    isOneByOne: true,
    steps: failingAnswers(each + 1),
    least: ofTwo + 1,
    most: each,
    turn: 1,
  };
});

/** The first delivery of an event fails while much happens that ends no retry. Comes last: not every register enables a webhook again. */
export const amid: Scene = async (context, before) => {
  const { merchant, others } = context;
  for (const one of [merchant, ...others]) {
    if ((await one.enabled()).status !== 0) continue;
    if (before === 0) return NO_EVENTS;
    throw new InconclusiveError(
      `No register enables the configuration of ${one.name} again, so that this can be checked only once.`,
    );
  }
  return failingAmid(context, before);
};

/** Another merchant gets an event and is disabled, and a register of the merchant is rejected. */
const failingAmid = failing(secondOne, (promised, { deliveries, merchant, others }) => {
  if (promised === 0 || others.length === 0) return undefined;
  return {
    when: "while a register is rejected, and another merchant gets an event and is disabled",
    steps: [{ status: 500, delayMs: HELD_MS }],
    least: 2,
    turn: 1,
    meanwhile: async () => {
      for (const other of others.slice(0, 1)) await offerInVain(deliveries, other);
      const found = await registerHook(deliveries, merchant);
      await requireDelivery(deliveries, found, await deliveries.trigger(merchant, found.type));
      await merchant.disable();
    },
  };
});

/**
 * After a rejected register, the first delivery at a long URL fails by the status that is last elsewhere, and the second one
 * is accepted. Only if the answer that accepts it is known.
 */
const failedOnce = failing(
  secondOne,
  (promised, { deliveries }) =>
    promised === 0 || deliveries.acknowledge === undefined
      ? undefined
      : { when: "whose second delivery is accepted", steps: [{ status: 503 }], least: 2, most: 2, turn: 1 },
  {
    shape: { chars: LONG_CHARS },
    async prepare(deliveries, found) {
      await offerInVain(deliveries, found.merchant);
      return found;
    },
  },
);

/**
 * The connection breaks before an answer, by a reset and by an end in turn: HTTP clients report them as different errors. They
 * may repeat such a request by themselves, so more attempts may come.
 */
const brokenOff = failing(secondOne, (promised, context) =>
  withoutAnswer(promised, context, {
    when: "whose connections break before an answer",
    steps: failingAnswers(MAX_FAILURES).map((step, at): AnswerStep => ({
      ...step,
      ending: at % 2 === 0 ? "reset" : "close",
    })),
    turn: 2,
  }),
);

/** No answer comes for long. A sender may take that for a success, unless the answer that accepts a delivery is known. */
const unanswered = failing(firstOne, (promised, context) =>
  context.deliveries.acknowledge === undefined
    ? undefined
    : withoutAnswer(promised, context, {
        when: `whose delivery gets no answer for ${SILENT_MS / 1000} s`,
        steps: [{ status: 500, ending: "reset", delayMs: SILENT_MS }],
      }),
);

/** Only a receiver with nothing before it can leave a delivery without an answer. */
function withoutAnswer(
  promised: number,
  { deliveries }: EventsContext,
  plan: Pick<Failures, "when" | "steps" | "turn">,
): Failures | undefined {
  if (promised === 0 || !deliveries.isDirect) return undefined;
  return { ...plan, least: Math.min(plan.steps.length, promised) + 1 };
}

/** Two events of one type fail at each attempt, if these are not too many. */
const together = failingTogether((all, promised) => (all > MAX_FAILURES ? Math.min(2, promised) : all), {
  isOfOneType: true,
  shape: { form: PLAIN_FORM },
});

/** Each of two events fails at first, and is accepted later. A third one occurs when both have failed. */
const mended = failingTogether((_, promised) => Math.min(2, promised), { events: [0, 0, 2] });

/**
 * Two events fail at the same time. Meanwhile another merchant registers and queries, and one of its registers is rejected.
 * @param countOf how many deliveries fail, of all that may come
 */
function failingTogether(
  countOf: (all: number, promised: number) => number,
  { shape = {}, ...more }: Pick<Failures, "isOfOneType" | "events"> & Pick<Preparation, "shape"> = {},
): Scene {
  const how = (promised: number, { deliveries, merchant, others }: EventsContext): Failures => {
    assertCountable(deliveries);
    if (promised === 0) throw new InapplicableError("`retryCount` is 0: nothing is retried.");
    const all = 2 * (promised + 1);
    const count = countOf(all, promised);
    const isBeside = others.length > 0;
    const when = `whose deliveries fail ${isBeside ? "while another merchant registers and queries" : "at the same time"}`;
    const meanwhile = async () => {
      if (!isBeside) return;
      await deliveries.register(merchant);
      await merchant.query();
      await offerInVain(deliveries, merchant);
    };
    const steps = failingAnswers(count, FROM_LAST);
    const { events = [0, 0] } = more;
    const least = Math.min(2 + count, all) + events.length - 2;
    const most = count < all ? {} : { most: promised + 1 };
    return { ...more, when, turn: 1, events, meanwhile, steps, least, ...most };
  };
  return failing(secondOne, how, { shape });
}

/** Another event occurs while the first one is retried, and one more after that. */
export const beside = failing(firstOne, (promised) => {
  const count = Math.min(2, promised);
  const events = [0, Math.max(count, 1), count + 2];
  const plan = { when: "at a URL where deliveries fail", isPatient: true, events } as const;
  return { ...plan, steps: failingAnswers(count), least: count + 3 };
});

/** The scenes of two events that fail at the same time. */
export function scenesTogether({ effort }: EventsContext): readonly (readonly Scene[])[] {
  return [effort.isQuick ? [together] : [together, mended]];
}

/** The scenes about retries of one event, merchant by merchant: those of two merchants are played at the same time. */
export function retryScenes({ effort, others }: EventsContext): readonly (readonly Scene[])[] {
  const [one, two, three] = keepFailing;
  const scenes = effort.isQuick
    ? [[one], [failedOnce, brokenOff]]
    : [
        [one, inARow, unanswered],
        [two, three, failedOnce, brokenOff],
      ];
  return others.length === 0 ? [scenes.flat()] : scenes;
}

/** Those of them in which every delivery of an event fails. */
export function throughoutScenes(context: EventsContext): readonly (readonly Scene[])[] {
  return retryScenes(context).map((scenes) =>
    scenes.filter((scene) => [...keepFailing, inARow].includes(scene)),
  );
}
