import { InapplicableError, InconclusiveError } from "../../../engine/record/verdict.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import { assertCountable } from "../deliveries/assert-carries-one.ts";
import type { EventsContext } from "../deliveries/events-context.ts";
import type { Failures } from "../deliveries/ledger.ts";
import {
  failingScene,
  failingAnswers,
  HELD_MS,
  MAX_FAILURES,
  NO_EVENTS,
  type Preparation,
} from "./fail-deliveries.ts";
import { failureScenes } from "./failure-cases.ts";
import { registerHook, requireDelivery } from "../deliveries/registration.ts";
import { PLAIN_FORM } from "../urls/hook.ts";
import { offerInVain, type Scene } from "./scene-stage.ts";

/** Longer than most senders wait for an answer. */
const SILENT_MS = 20_000;

/** Two events fail by the statuses that come last, or not at all, where one event fails. */
const FROM_LAST = 3;

const firstOne = ({ merchant }: EventsContext): Merchant => merchant;
const secondOne = ({ merchant, others: [other = merchant] }: EventsContext): Merchant => other;

/** Every delivery of an event fails, then the first one of the next event. A third event does not fail. */
const inARow = failingScene(firstOne, (promised) => {
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
const failingAmid = failingScene(secondOne, (promised, { deliveries, merchant, others }) => {
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
 * No answer comes for long. A sender may take that for a success, unless the answer that accepts a delivery is known. Only a
 * receiver with nothing before it can leave a delivery without an answer.
 */
const unanswered = failingScene(firstOne, (promised, { deliveries }) =>
  deliveries.acknowledge === undefined || promised === 0 || !deliveries.isDirect
    ? undefined
    : {
        when: `whose delivery gets no answer for ${SILENT_MS / 1000} s`,
        steps: [{ status: 500, ending: "reset", delayMs: SILENT_MS }],
        least: 2,
      },
);

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
  return failingScene(secondOne, how, { shape });
}

/** Another event occurs while the first one is retried, and one more after that. */
export const beside = failingScene(firstOne, (promised) => {
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
export function retryScenes(context: EventsContext): readonly (readonly Scene[])[] {
  const cases = failureScenes(context);
  const playsOf = (isSecond: boolean) =>
    cases.filter((one) => one.isSecond === isSecond).map(({ play }) => play);
  const [first, second] = [playsOf(false), playsOf(true)];
  const scenes = [context.effort.isQuick ? first : [...first.toSpliced(1, 0, inARow), unanswered], second];
  return context.others.length === 0 ? [scenes.flat()] : scenes;
}

/** Those of them in which every delivery of an event fails. */
export function throughoutScenes(context: EventsContext): readonly (readonly Scene[])[] {
  const throughout = failureScenes(context).filter(({ keepsFailing }) => keepsFailing);
  const own = new Set([...throughout.map(({ play }) => play), inARow]);
  return retryScenes(context).map((scenes) => scenes.filter((scene) => own.has(scene)));
}
