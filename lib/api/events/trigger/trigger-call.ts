import type { HeaderPair, WireAnswer } from "../../../http/transport.ts";
import { BudgetError, InconclusiveError } from "../../../engine/record/verdict.ts";
import type { Profile } from "../../../profile/schema/profile-schema.ts";
import type { TriggerStep } from "../../../profile/load/steps-of.ts";
import type { Draft } from "../../request/draft.ts";
import { isObject, readJson } from "../../json/json.ts";
import { programOutput } from "../../exchange/program-output.ts";
import { textAt } from "../../json/value-at-pointer.ts";
import {
  IN_COMMAND,
  IN_HEADER,
  IN_URL,
  type Value,
  type Values,
  assertCapturable,
  fillIn,
  fillInBody,
} from "./captured-value.ts";
import type { Emission } from "./emission.ts";
import type { TriggerWays } from "./trigger-ways.ts";

const HOUR_MS = 3_600_000;

/** The event that a trigger should cause. */
export interface WantedEvent {
  /** Name of the merchant in the profile. */
  readonly merchant: string;
  readonly eventType: string;
}

/** Needs of a trigger besides its profile. */
export interface TriggerMeans {
  readonly ways: TriggerWays;
  /** The credential headers of a merchant for a request, by its whole path. */
  readonly sign: (merchant: string, draft: Draft, path: string) => Promise<HeaderPair[]>;
  /** Milliseconds of a clock of unknown beginning. */
  readonly ticks: () => number;
}

/** The identifier of an event, if the trigger reports one, and when it was triggered. */
export type Emitted = Pick<Emission, "at" | "id">;

/** For whom the steps of a trigger or of the log are taken. */
interface Errand extends WantedEvent {
  /** Of the profile, below `events`. */
  readonly field: "trigger" | "deliveryLog";
  readonly values: Map<string, Value>;
  /** Called whenever a request is sent. */
  goesOut: () => void;
}

/** Makes the target emit events, by the steps that the profile gives. */
export class TriggerCall {
  readonly #profile: Profile;
  readonly #means: TriggerMeans;
  /** When the events of the last hour were triggered. */
  #recent: number[] = [];
  #count = 0;

  constructor(profile: Profile, means: TriggerMeans) {
    this.#profile = profile;
    this.#means = means;
  }

  /**
   * Whatever has to be waited for before the first step goes out is no part of the event.
   * @throws {InconclusiveError} when a step fails, or says that it sent nothing
   * @throws {BudgetError} when no more may be triggered in this hour
   */
  async emit(wanted: WantedEvent): Promise<Emitted> {
    this.#assertAllowed();
    const { ticks } = this.#means;
    const { trigger, triggers, correlation } = this.#profile.events;
    const own = Object.hasOwn(triggers, wanted.eventType) ? triggers[wanted.eventType] : undefined;
    let id: string | undefined;
    let at = ticks();
    const errand = this.#errandOf(wanted, "trigger");
    errand.goesOut = () => void (at = ticks());
    for (const step of own ?? (trigger === null ? [] : [trigger])) {
      const answer = await this.#take(step, errand);
      errand.goesOut = () => undefined;
      if (answer === undefined) continue;
      for (const [name, value] of capturedBy(step, answer, errand)) errand.values.set(name, value);
      if (correlation !== null) id = textAt(answer.body, correlation.trigger) ?? id;
    }
    return { at, ...(id !== undefined && { id }) };
  }

  /** The target's own log of deliveries; undefined: the profile names none. @throws {InconclusiveError} */
  async log(wanted: WantedEvent): Promise<Uint8Array | undefined> {
    const { deliveryLog } = this.#profile.events;
    if (deliveryLog === null) return undefined;
    return (await this.#take(deliveryLog, this.#errandOf(wanted, "deliveryLog")))?.body;
  }

  async close(): Promise<void> {
    await this.#means.ways.close();
  }

  #errandOf({ merchant, eventType }: WantedEvent, field: Errand["field"]): Errand {
    const { apiKey = "" } = this.#profile.merchants.find(({ name }) => name === merchant) ?? {};
    const unique = String((this.#count += 1));
    const known = Object.entries({ merchant, eventType, apiKey, unique });
    const values = new Map(known.map(([name, text]) => [name, { text }]));
    return { merchant, eventType, field, values, goesOut: () => undefined };
  }

  #assertAllowed(): void {
    const { maxPerHour } = this.#profile.events;
    const now = this.#means.ticks();
    this.#recent = [...this.#recent.filter((at) => at > now - HOUR_MS), now];
    if (maxPerHour === null || this.#recent.length <= maxPerHour) return;
    throw new BudgetError(
      `events.maxPerHour allows ${maxPerHour} events in an hour, and the run has used them all.`,
    );
  }

  /** @returns the answer; undefined: the step is a command */
  async #take(step: TriggerStep, errand: Errand): Promise<WireAnswer | undefined> {
    const { command, url } = step;
    if (command !== null) {
      const output = await programOutput(command.map((word) => fillIn(word, errand.values, IN_COMMAND)));
      if ("problem" in output) throw failure(errand, output.problem);
      return undefined;
    }
    const answer = await this.#call(step, fillIn(url ?? "", errand.values, IN_URL), errand).catch(
      (error: unknown) => {
        throw advised(error, errand);
      },
    );
    const problem = problemOf(answer);
    if (problem !== undefined) throw failure(errand, problem);
    return answer;
  }

  async #call(
    { method, body, signed, headers: own }: TriggerStep,
    url: string,
    errand: Errand,
  ): Promise<WireAnswer> {
    const { ways, sign } = this.#means;
    const { merchant, values } = errand;
    const text = body === null ? undefined : JSON.stringify(fillInBody(body, values));
    const content = text === undefined ? {} : { body: Buffer.from(text) };
    const given = Object.entries(own).map(([name, value]): HeaderPair => [
      name,
      fillIn(value, values, IN_HEADER),
    ]);
    return ways.send(url, labelOf(errand), async ({ path, wholePath }) => {
      errand.goesOut();
      const draft: Draft = { label: "trigger", path, method, expects: "open", ...content };
      const headers = [...given, ...(signed ? await sign(merchant, draft, wholePath) : [])];
      const isTyped = headers.some(([name]) => name.toLowerCase() === "content-type");
      if (text !== undefined && !isTyped) headers.unshift(["Content-Type", "application/json"]);
      return { method, headers, ...content };
    });
  }
}

/** Why an answer is no event; undefined: it is one. */
function problemOf({ status, body }: WireAnswer): string | undefined {
  if (status >= 300) return `was answered HTTP ${status}`;
  const reading = readJson(body);
  const isSilent = reading.ok && isObject(reading.value) && reading.value["dispatched"] === false;
  return isSilent ? "says itself that it dispatched nothing" : undefined;
}

function capturedBy({ capture }: TriggerStep, { body }: WireAnswer, errand: Errand): Values {
  const captured = Object.entries(capture).map(([name, pointer]): [string, Value] => {
    const text = textAt(body, pointer);
    if (text === undefined) throw failure(errand, `answered nothing at the pointer of ${name}`);
    assertCapturable(name, text);
    return [name, { text, isCaptured: true }];
  });
  return new Map(captured);
}

function failure(errand: Errand, how: string): InconclusiveError {
  return new InconclusiveError(
    `${labelOf(errand).replace("the", "The")} ${how}. Look at events.${errand.field}.`,
  );
}

/** The outcome of a call, and where to look. The end of the run or of its budget is not a fault of the trigger. */
function advised(error: unknown, errand: Errand): unknown {
  if (!(error instanceof InconclusiveError) || !error.message.includes(labelOf(errand))) return error;
  return new InconclusiveError(`${error.message.replace(/\.?$/, ".")} Look at events.${errand.field}.`);
}

function labelOf({ eventType, field }: Errand): string {
  return `the ${field === "trigger" ? "trigger" : "log of deliveries"} of ${eventType}`;
}
