import { InapplicableError } from "../../../engine/record/verdict.ts";
import type { Configuration } from "../../merchant/configuration.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import { MAX_CALLBACK_URL_CHARS } from "../../request/draft.ts";
import type { Deliveries } from "../deliveries/deliveries.ts";
import type { EventsContext } from "../deliveries/events-context.ts";
import { missingEventError } from "../deliveries/find-misdelivery.ts";
import { type Hook, type HookShape, ORDINARY_FORMS, PLAIN_FORM, REWRITTEN_FORMS } from "../urls/hook.ts";
import type { Failures, Registration, Round } from "../deliveries/ledger.ts";
import { typeInTurn } from "../deliveries/registration.ts";
import { failDeliveries, failedAt, failingAnswers, MAX_FAILURES } from "./fail-deliveries.ts";
import { type Scene, SceneStage, roundOf } from "./scene-stage.ts";

/** The callback URLs that events are to reach. */
const SHAPES: readonly HookShape[] = [
  {},
  { chars: MAX_CALLBACK_URL_CHARS },
  { form: PLAIN_FORM },
  { chars: 300 },
];
/** A sender may stray at the second. In all, a loss of 46 %, 15 % or 6 % of all events shows in 95 % of the runs. */
const EVENTS = { quick: 3, standard: 5, deep: 13 };
/** Of each of several merchants. */
const EVENTS_OF_EACH = { quick: 2, standard: 4, deep: 7 };
/** From standard depth on, an event of each type of the document. */
const EVENTS_AFTER_FAILURES = { quick: 1, standard: 3, deep: 3 };
const WHEN = "after a register";
/** A sender may read a new configuration late: many caches keep what they read for a shorter time. */
const LONG_AFTER_REGISTER_MS = 5_000;

/** Events at callback URLs of different lengths, for all merchants at once. */
export const reach: Scene = async (context, before) => {
  const { merchant, others, effort } = context;
  return played(context, before, {
    merchants: [merchant, ...others],
    shapes: effort.tried(SHAPES),
    events: effort.at(others.length > 0 ? EVENTS_OF_EACH : EVENTS),
  });
};

/** The first events after deliveries that failed, at new callback URLs of all merchants: retries may hold them up. */
export const renewed: Scene = async (context, before) => {
  const { merchant, others, effort, deliveries } = context;
  const merchants = [merchant, ...others];
  for (const one of merchants) await ensureFailure(deliveries, one);
  const events = effort.at(EVENTS_AFTER_FAILURES);
  return played(context, before, { merchants, shapes: [{}], events, withinMs: deliveries.waits.attemptsMs });
};

/** Fails an event of a merchant at each attempt, unless the last one has failed. @throws {InconclusiveError} when none of the run has */
async function ensureFailure(deliveries: Deliveries, merchant: Merchant): Promise<void> {
  const hasFailedAt = (hook: Hook) => failedAt(deliveries, hook) > 0;
  const last = deliveries.ledger.rows.findLast((row) => row.merchant === merchant);
  if (last !== undefined && hasFailedAt(last.hook)) return;
  const { failing } = await failDeliveries(deliveries, merchant, eachFails);
  if (failing !== undefined && !deliveries.addresses.hooks.some(hasFailedAt))
    throw missingEventError(deliveries, failing.hook);
}

function eachFails({ retryCount = 0 }: Configuration): Failures {
  const count = Math.min(Number(retryCount) + 1 || 1, MAX_FAILURES);
  return { when: "whose deliveries fail", steps: failingAnswers(count), least: count };
}

/** An event at a callback URL of each form that HTTP clients rewrite, as far as the target stores it as given. */
export const rewrittenForms: Scene = async (context, before) => {
  const stage = new SceneStage(context, before);
  for (const form of context.effort.triedSparingly(REWRITTEN_FORMS)) {
    const found = await stage.registerIfStored(context.merchant, { form });
    if (found !== undefined && !(await stage.arrives(found, 0, WHEN))) break;
  }
  return stage.end();
};

/** An event at a callback URL of each ordinary form. */
export const forms: Scene = async (context, before) => {
  const { merchant, others, effort } = context;
  const shapes = ORDINARY_FORMS.map((form) => ({ form }));
  return played(context, before, { merchants: effort.tried([merchant, ...others]), shapes, events: 1 });
};

/** An event of each subscribed type, all at the same time. Later rounds use the same callback URL: a new one may lose an event. */
export const atOnce: Scene = async (context, before) => {
  const { merchant, deliveries } = context;
  const stage = new SceneStage(context, before);
  const [earlier] = before === 0 ? [] : (await roundOf(atOnce, context)).rows;
  const found = earlier ?? (await stage.register(merchant));
  const { hook, types } = found;
  if (types.length < 2) throw new InapplicableError("Fewer than two event types can be triggered.");
  const since = await deliveries.mark();
  await Promise.all(types.map(async (type) => stage.trigger(found, type, "together with others")));
  await deliveries.further(hook, since, { count: types.length });
  return stage.end();
};

interface Plan {
  readonly merchants: readonly Merchant[];
  readonly shapes: readonly HookShape[];
  /** How many events come to each URL. */
  readonly events: number;
  /** How long each is waited for, in milliseconds. Default: as usual. */
  readonly withinMs?: number;
}

/** The round ends at the first event that does not arrive. */
async function played(
  context: EventsContext,
  before: number,
  { merchants, shapes, events, withinMs }: Plan,
): Promise<Round> {
  const stage = new SceneStage(context, before);
  for (const [place, shape] of shapes.entries()) {
    const found = await eachRegistered(stage, merchants, shape);
    for (let event = place * events; event < (place + 1) * events; event += 1) {
      const rows = [];
      for (const one of found) rows.push(await stage.trigger(one, typeInTurn(one, event), WHEN));
      if (await stage.arrive(rows, withinMs)) continue;
      await stage.close();
      if (!context.deliveries.hasDelivered) await anyEvent(stage, merchants, context.pause);
      return stage.end();
    }
  }
  return stage.end();
}

/**
 * Where nothing has ever come: whether an event of any type comes to a plain URL some seconds after its register, or to the
 * URL before. The first of a type may be lost.
 */
async function anyEvent(
  stage: SceneStage,
  merchants: readonly Merchant[],
  pause: EventsContext["pause"],
): Promise<void> {
  const rows = [];
  const registered = await eachRegistered(stage, merchants, { form: PLAIN_FORM });
  await pause(LONG_AFTER_REGISTER_MS);
  for (const found of registered)
    for (const type of [...found.types, ...found.types]) rows.push(await stage.trigger(found, type, WHEN));
  await stage.arrive(rows);
}

async function eachRegistered(
  stage: SceneStage,
  merchants: readonly Merchant[],
  shape: HookShape,
): Promise<readonly Registration[]> {
  const found = [];
  for (const one of merchants) found.push(await stage.register(one, shape));
  return found;
}
