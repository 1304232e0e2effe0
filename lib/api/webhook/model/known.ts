import type { Deviation } from "../../../engine/requirement/deviation.ts";
import type { RecordedExchange } from "../../../engine/requirement/recorded-exchange.ts";
import { type Answer, succeeded } from "../../exchange/answer.ts";
import type { Configuration } from "../../merchant/configuration.ts";
import { ON_DISABLED } from "../../merchant/stored-deviations.ts";
import type { JsonValue } from "../../json/json.ts";
import { isEquivalent, isSameButForEscapeCase } from "../inputs/equivalent-url.ts";

/** Readings of a configuration that was enabled at the one before. */
export interface Falls {
  readonly fell: number;
  readonly stayed: number;
}

/** The readings that are to show whether a fall came by itself. */
export type ReadingsOfFall = "before" | "before and after";

/** A webhook that was read as enabled, and then as disabled. */
export interface Fall {
  /** The reason, by the steps between the two readings. */
  readonly after: Explanation;
  /** How often webhooks were read as enabled still, if these readings show that they do not fall by themselves. */
  readonly stayed: (readings: ReadingsOfFall) => number | undefined;
  /** Whether a register was accepted since, which did not raise the status. */
  readonly isForGood: boolean;
}

/** Fewer readings of enabled webhooks do not show that they stay so by themselves. */
const TELLING_READINGS = 10;
/** So many more, after a fall, show that it was not one of many. */
const READINGS_AFTER_A_FALL = 30;

/**
 * Whether webhooks of a target fall from 1 to 0 by themselves, by the readings of all its merchants. It is one for a run:
 * what one merchant shows holds for the others.
 */
export class FallWatch {
  #stayed = 0;
  /** How often webhooks were read as enabled still since the first fall. undefined: none has fallen. */
  #stayedSince: number | undefined;
  /** Another webhook has fallen soon after the first fall: webhooks of this target fall by themselves. */
  #hasFallenAgain = false;
  /** The longest time after a register at which a webhook was read as enabled still, in milliseconds. */
  #calmMs = 0;

  /** A webhook was read as enabled that was enabled before. @param sinceMs the time since its register */
  stays(sinceMs: number): void {
    this.#stayed += 1;
    if (this.#stayedSince !== undefined) this.#stayedSince += 1;
    this.#calmMs = Math.max(this.#calmMs, sinceMs);
  }

  /**
   * A webhook has fallen, and no disable explains it.
   * @param sinceMs the time since its register. undefined: it was registered before the run
   */
  falls(sinceMs = Infinity): Fall["stayed"] {
    const isFirst = this.#stayedSince === undefined;
    if (!isFirst && !this.#isConfirmed) this.#hasFallenAgain = true;
    this.#stayedSince ??= 0;
    return (readings) => {
      const isTelling = this.#stayed >= TELLING_READINGS && sinceMs <= this.#calmMs && !this.#hasFallenAgain;
      return isFirst && isTelling && (readings === "before" || this.#isConfirmed) ? this.#stayed : undefined;
    };
  }

  get #isConfirmed(): boolean {
    return (this.#stayedSince ?? 0) >= READINGS_AFTER_A_FALL;
  }
}

/** The kind that all steps have in common. */
export const ANY_STEP = "any";

/** The kinds of the steps since the last reading: by their cause, and by each of them too. */
export function kindsOfSteps({ since, kinds }: Pick<Known, "since" | "kinds">): readonly string[] {
  const cause = causeOf(since);
  return [cause, ...new Set(kinds.map((kind) => `${cause}: ${kind}`))];
}

/** The callback URLs that only registers have sent which must be refused. */
export interface WrongUrls {
  /** The kind of refusal that a URL met. Undefined: a register of it may have been accepted. */
  readonly refusalOf: (url: string) => Refusal | undefined;
  /** How a register of this URL differs that was accepted with wrong credentials. */
  readonly forgeryOf: (url: string) => Deviation | undefined;
}

/** The configuration of one merchant as the document states it (sections 1 and 3.2), as far as the answers show. */
export interface Known {
  /** The callback URLs that query may return. Undefined: nothing is known about them. */
  readonly stored: readonly string[] | undefined;
  /** Whether an equivalent form of the URL is accepted, because some parsers write it in another way. */
  readonly inAnyForm: boolean;
  /** True after disable, false once status 1 was read, undefined while it is open. */
  readonly disabled: boolean | undefined;
  /** Whether the last reading has shown status 0, and not the register before it. */
  readonly isSeenDisabled: boolean;
  /** Whether a disable has succeeded in this run: some targets never enable the configuration again. */
  readonly wasDisabled: boolean;
  /** Whether a disable with valid credentials was accepted since the last reading. */
  readonly isDisabledByRight: boolean;
  /** The first and the last reading. */
  readonly first: Configuration | undefined;
  readonly seen: Configuration | undefined;
  /** When that was, in milliseconds since 1970. */
  readonly seenAt: number | undefined;
  readonly unmoved: Unmoved | undefined;
  readonly since: readonly Step[];
  /** How often an enabled configuration was read as disabled after steps of a kind, and how often as enabled still. */
  readonly falls: Readonly<Record<string, Falls>>;
  /** When the last register was accepted, in milliseconds since 1970. */
  readonly registeredAt: number | undefined;
  /** The last fall from 1 to 0 that no disable explains, until the status rises again. */
  readonly fall: Fall | undefined;
  /** How often disable was rejected although the last reading showed status 1. */
  readonly rejectedDisables: number;
  /** The kinds of what was answered since it was read. */
  readonly kinds: readonly string[];
  /** Of all merchants. */
  readonly refusedUrls: WrongUrls;
  readonly exists: boolean;
  /** No configuration exists, as far as query shows. */
  readonly absent: boolean;
}

export const NOTHING_KNOWN: Known = {
  stored: undefined,
  inAnyForm: false,
  disabled: undefined,
  isSeenDisabled: false,
  wasDisabled: false,
  isDisabledByRight: false,
  first: undefined,
  seen: undefined,
  seenAt: undefined,
  unmoved: undefined,
  since: [],
  falls: {},
  registeredAt: undefined,
  fall: undefined,
  rejectedDisables: 0,
  kinds: [],
  refusedUrls: { refusalOf: () => undefined, forgeryOf: () => undefined },
  exists: false,
  absent: false,
};

/** Whether query may return this callback URL. */
export function maybeStored({ stored, inAnyForm }: Known, callbackUrl: string): boolean {
  if (stored === undefined || stored.includes(callbackUrl)) return true;
  return stored.some((url) => (inAnyForm ? isEquivalent : isSameButForEscapeCase)(url, callbackUrl));
}

/** The kind of refusal of the requests that alone have sent a URL that query shows, however long ago. */
export function refusalBehind(callbackUrl: JsonValue | undefined, known: Known): Refusal | undefined {
  const isStored = typeof callbackUrl !== "string" || known.stored?.includes(callbackUrl) === true;
  return isStored ? undefined : known.refusedUrls.refusalOf(callbackUrl);
}

/** The first reading of those in a row that show the same `updateTime`. */
export interface Unmoved {
  readonly updateTime: string;
  readonly callbackUrl: Configuration["callbackUrl"];
  /** When it was read, in milliseconds since 1970. */
  readonly at: number;
}

/** The state after one more reading. */
export function unmovedSince(
  before: Unmoved | undefined,
  { updateTime, callbackUrl }: Configuration,
  at: number,
): Unmoved | undefined {
  if (typeof updateTime !== "string") return before;
  return before?.updateTime === updateTime ? before : { updateTime, callbackUrl, at };
}

/** In which state a configuration is, where it is not the plain one. */
export function stateCircumstances({ seen, disabled, since }: Known): string[] {
  const isDisabled = disabled === true || seen?.status === 0 || since.includes("disable");
  return isDisabled ? [ON_DISABLED] : [];
}

/** A request between two readings of a configuration, by its answer. */
export type Step = "register" | "disable" | Refusal | "other";
export type Refusal = "refused input" | "refused key" | "refused signature";

const REFUSALS: readonly string[] = ["refused input", "refused key", "refused signature"] satisfies Refusal[];

export function isRefusal(text: string): text is Refusal {
  return REFUSALS.includes(text);
}

/** The step that an answered request is for the configuration of its caller. */
export function stepOf(answer: Answer): Step {
  const { expects, label } = answer.draft;
  if (succeeded(answer)) return label === "register" || label === "disable" ? label : "other";
  return isRefusal(expects) ? expects : "other";
}

/** The kinds of step that a request is, the same each time it is sent: by its operation, and by what is wrong with it. */
export function kindsOf({ draft: { label, expects }, request: { wrong = [] } }: Answer): readonly string[] {
  return [label, `${label}: ${expects}`, `${label}: ${expects}, ${wrong.join(", ")}`];
}

/** The reason why a configuration changed. */
export type Explanation = Step | "queries";

/** The steps that explain a change of a configuration, in the order in which they are asked. */
export function causeOf(since: readonly Step[]): Explanation {
  if (since.includes("register")) return "register";
  if (since.includes("disable")) return "disable";
  return refusalIn(since) ?? (since.includes("other") ? "other" : "queries");
}

export function refusalIn(since: readonly Step[]): Refusal | undefined {
  return since.findLast(isRefusal);
}

export function isDisableAlone(since: readonly Step[]): boolean {
  return since.length > 0 && since.every((step) => step === "disable");
}

/** The exchanges by which a merchant's configuration is known: what is expected of the next answer rests on them. */
export interface Grounds {
  readonly reading: RecordedExchange | undefined;
  readonly disable: RecordedExchange | undefined;
  /** The last one of each kind since the reading. */
  readonly steps: ReadonlyMap<"register" | "disable" | "refusal", RecordedExchange>;
}

export const NO_GROUNDS: Grounds = { reading: undefined, disable: undefined, steps: new Map() };

/** The configuration was read: all that was done before is in it, but for a disable, which lasts. */
export function groundsRead({ disable }: Grounds, reading: RecordedExchange): Grounds {
  return { reading, disable, steps: new Map() };
}

export function groundsAfter(grounds: Grounds, step: Step, exchange: RecordedExchange): Grounds {
  if (step === "other") return grounds;
  const kind = step === "register" || step === "disable" ? step : "refusal";
  const others = [...grounds.steps].filter(([one]) => one !== kind);
  const disable = step === "disable" ? exchange : step === "register" ? undefined : grounds.disable;
  return { reading: grounds.reading, disable, steps: new Map([...others, [kind, exchange]]) };
}

/** In the order in which they were sent. */
export function exchangesOf({ reading, disable, steps }: Grounds): readonly RecordedExchange[] {
  if (disable === undefined && steps.size === 0) return reading === undefined ? [] : [reading];
  return [...new Set([disable, reading, ...steps.values()])]
    .filter((exchange) => exchange !== undefined)
    .toSorted((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt));
}
