import type { Violation } from "../../../engine/record/verdict.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { Subscription } from "./event-types.ts";
import type { AnswerStep } from "../../../receiver/answer-plan.ts";
import type { Configuration } from "../../merchant/configuration.ts";
import type { Emission, TriggeredEmission } from "../trigger/emission.ts";
import type { Hook } from "../urls/hook.ts";

/** A hook that a merchant has registered, and what is to be delivered to it. */
export interface Registration {
  readonly merchant: Merchant;
  readonly hook: Hook;
  /** An event type that is delivered. */
  readonly type: string;
  /** All of these that can be triggered. */
  readonly types: readonly string[];
  readonly unshown: Subscription["unshown"];
}

/** An event that a scene has triggered. Its arrivals are read from the receiver, by its emission. */
export interface EventRow extends Registration {
  readonly emission: TriggeredEmission;
  /** Whether the event must be delivered to its hook: the configuration is enabled, and subscribes to the type. */
  readonly isDue: boolean;
  /** The moment in its scene, for example `after an update`. */
  readonly when: string;
}

/** How deliveries to a new callback URL fail, and what is due there. */
export interface Failures {
  /** Completes the sentence "an event …". */
  readonly when: string;
  /** The answers to the first deliveries. All later ones are accepted. */
  readonly steps: readonly AnswerStep[];
  readonly least: number;
  /** How many deliveries of one event may come. Default: no limit. */
  readonly most?: number;
  /** For each event, how many deliveries come before it is triggered. Default: one event. */
  readonly events?: readonly number[];
  /** Whether all deliveries of an event have come before the next event. Default: its retries may come later. */
  readonly isOneByOne?: true;
  /** Decides the event types. */
  readonly turn?: number;
  /** Whether all events are of the type of that turn. Default: each of the next one. */
  readonly isOfOneType?: true;
  /** Called as soon as a delivery has failed. */
  readonly meanwhile?: () => Promise<unknown>;
  /** After earlier failures, a first delivery may take as long as all retries. */
  readonly isPatient?: true;
  /** How many retries `retryCount` promises. Default: not read. */
  readonly promised?: number;
}

/** A callback URL at which deliveries failed. */
export interface Failing {
  readonly plan: Failures;
  readonly hook: Hook;
  readonly rows: readonly [EventRow, ...EventRow[]];
  readonly window: Emission;
  /** A further attempt would have come by then, in milliseconds of the clock of the run. */
  readonly closesAt: number;
  /** Until then, no other callback URL of the merchant was registered. */
  readonly end: Emission;
  /** The configuration when the callback URL was registered. */
  readonly before: Configuration;
  /** The same afterwards, if the plan has a promise. */
  readonly after: Configuration;
}

/** The rows of a scene that was played once. */
export interface Round {
  readonly rows: readonly EventRow[];
  /** Callback URLs that the target has rejected in this round. */
  readonly rejected: readonly Hook[];
  /** Callback URLs that are so new that a greeting may still come to them. */
  readonly fresh: ReadonlySet<Hook>;
  /** How many deliveries to a new callback URL one event causes, with a greeting and other events that it causes. */
  readonly perEvent: number;
  /** The reason why the scene ended early. undefined: it was played to the end, or an event did not arrive. */
  readonly obstacle?: unknown;
  /** Present if deliveries failed in the round. */
  readonly failing?: Failing;
}

/** The events of a run, row by row. Rules decide requirements by these rows. */
export class Ledger {
  /** The callback URLs of the run at which deliveries failed. */
  readonly failed: Failing[] = [];
  /** Grows while the run triggers events. */
  readonly #rows: EventRow[] = [];
  readonly #rounds = new Map<object, Promise<Round>[]>();
  /** The rounds that were played, with their scenes. */
  readonly #played = new Map<Round, object>();
  /** The scenes of which not every round was played to the end, or says something. */
  readonly #broken = new Set<object>();
  readonly #faults = new Map<object, Map<Round, Violation>>();
  readonly #failedRules = new Set<object>();

  get rows(): readonly EventRow[] {
    return this.#rows;
  }

  add(row: EventRow): void {
    this.#rows.push(row);
  }

  /** The rounds in which a rule has shown a fault, of all scenes. */
  faultsBy(rule: object): Map<Round, Violation> {
    const known = this.#faults.get(rule) ?? new Map<Round, Violation>();
    this.#faults.set(rule, known);
    return known;
  }

  /** Notes that a rule has found a failure: each round of a scene has shown it. */
  fail(rule: object): void {
    this.#failedRules.add(rule);
  }

  hasFailed(rule: object): boolean {
    return this.#failedRules.has(rule);
  }

  /**
   * The rounds of scenes that were played to the end and judged each time, without those in which rules have shown what they
   * have found to be a failure.
   */
  get wholeRounds(): readonly Round[] {
    const failed = new Set([...this.#failedRules].flatMap((rule) => [...this.faultsBy(rule).keys()]));
    const whole = [...this.#played].filter(
      ([round, scene]) => !failed.has(round) && !this.#broken.has(scene),
    );
    return whole.map(([round]) => round);
  }

  /** A round of a scene. The first call plays it, and every rule reads the same round. */
  async round(scene: object, before: number, play: () => Promise<Round>): Promise<Round> {
    const rounds = this.#rounds.get(scene) ?? [];
    this.#rounds.set(scene, rounds);
    return (rounds[before] ??= this.#note(scene, play()));
  }

  /** Notes where a round of a scene is not played, or a rule cannot judge it. */
  async unlessBroken<T>(scene: object, doing: Promise<T>): Promise<T> {
    try {
      return await doing;
    } catch (error) {
      this.#broken.add(scene);
      throw error;
    }
  }

  async #note(scene: object, playing: Promise<Round>): Promise<Round> {
    const round = await this.unlessBroken(scene, playing);
    this.#played.set(round, scene);
    if (round.obstacle !== undefined) this.#broken.add(scene);
    return round;
  }
}
