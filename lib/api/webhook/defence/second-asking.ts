import { InconclusiveError } from "../../../engine/verdict.ts";
import { type Answer, configurationIn, describeAnswer, succeeded } from "../../answer.ts";
import { type Draft, queryDraft } from "../../draft.ts";
import type { Memory } from "../memory.ts";
import { Acceptances } from "./acceptances.ts";
import type { Defences } from "./defences.ts";
import { askPatiently } from "./ask-patiently.ts";
import { mayBeBan, mayBeFirewall } from "./in-front.ts";
import { askTwins, isRepeatable, twinOf } from "./twin.ts";

export interface SecondAskingOptions {
  readonly name: string;
  readonly memory: Memory;
  readonly defences: Defences;
  /** Sends a request, and lets nobody hear the answer. */
  readonly ask: (draft: Draft) => Promise<Answer>;
  readonly freshUrl: () => string;
}

const LEAST_ERROR_STATUS = 400;

/**
 * Asks again before a valid request that is suddenly refused is held against the target. *Like it* is a request of the
 * same merchant, for the same operation, in the same state (no configuration, one, a disabled one).
 *
 * | one like it was accepted | sent again at once | its plainest twin | after pauses | then                                |
 * | ------------------------ | ------------------ | ----------------- | ------------ | ----------------------------------- |
 * | no                       |                    |                   |              | the refusal counts, unless it is one that asks to wait, and a pause helps, or that refused others to the end |
 * | yes                      | accepted           |                   |              | refused now and then: it counts, unless a limit refused it |
 * | yes                      | refused            | accepted          |              | refused for its input: it counts    |
 * | yes                      | refused            | refused           | accepted     | a defence: the refusals count not   |
 * | yes                      | refused            | refused           | refused      | inconclusive, from that request on  |
 *
 * - A limit that answers by a code has a Retry-After header, or a status and code with which nothing else is refused: then
 *   a request is sent again after a pause too, before its twin is asked.
 * - A refusal by which the target has asked to wait before, or that met the probes just before for the first time, is
 *   waited for before it is sent again: what then passes met a defence.
 * - The twin of a query is one after a register of another URL: what is stored may be the reason.
 * - An operation that was accepted fewer than 5 times and is refused to the end, while queries are answered, counts: no cap is so low.
 * - What cannot be sent twice (credentials of its own, or a probe) leaves that to its twin; after a defence it is inconclusive.
 * - What overlaps others is not sent again: a refusal that asks to wait is inconclusive, others count.
 * - A request of a kind that was never accepted, and a probe that is answered by a page (403, 418, 423, 429, 503), may
 *   have met a ban too: then a plain query, where one was accepted before, is the twin.
 * - The first query of a configuration that is refused, and the first of another kind that is refused as no probe ever
 *   was, is sent again at once, and after a pause of a second.
 * - What is answered as a defence answered before is sent again after a pause, a probe too.
 * - A disable that is refused and finds the status 0 may be a second one: the target may have disabled by itself. Where
 *   none was ever accepted, the third counts.
 * - A 403 without envelope to a callback URL that firewalls take for an attack is a refusal, and nothing more.
 */
export class SecondAsking {
  readonly #options: SecondAskingOptions;
  readonly #acceptances: Acceptances;
  /** Kinds of queries of which none was accepted after a pause either. */
  readonly #refused = new Set<string>();

  constructor(options: SecondAskingOptions) {
    this.#options = options;
    this.#acceptances = new Acceptances(options.name, { ...options, lasting: options.defences.lasting });
  }

  /**
   * Sends a request, and lets the merchant's memory hear what counts, in the order in which it came.
   * @throws {InconclusiveError} when the target refuses what it accepted before, and no pause helps
   */
  async send(draft: Draft): Promise<Answer> {
    const kind = this.#acceptances.kindOf(draft.label);
    const first = await askPatiently(draft, this.#options);
    if (draft.expects === "success" && succeeded(first)) {
      this.#acceptances.accepted(kind);
      this.#options.defences.noteAccepted(first);
    } else if (this.#isRefused(first)) {
      const settled = await this.#settled(first, kind);
      if (settled !== undefined) return settled;
    } else if (draft.isAstray !== true && mayBeBan(first) && this.#mayBeBanned())
      return this.#besideQuery(first);
    if (draft.expects !== "success") this.#options.defences.noteProbe(first, kind);
    return this.#heard(first);
  }

  /** What a valid request that was refused comes to, where another answer may show it. */
  async #settled(first: Answer, kind: string): Promise<Answer | undefined> {
    const { defences } = this.#options;
    const { draft } = first;
    if (draft.overlaps === true) {
      if (defences.isLikelyLimit(first)) throw interrupted(first);
      return undefined;
    }
    if (draft.label === "disable" && (await this.#isTooLate(kind))) return this.#heard(first);
    if (this.#acceptances.knows(kind)) return this.#afterRefusal(first, kind);
    this.#acceptances.assertPassing(first);
    defences.lasting.noteFirst(first);
    if (isRepeatable(draft) && defences.asksToWait(first)) return this.#patiently(first);
    const passed = await this.#pastLimit(first, kind);
    if (passed !== undefined) return passed;
    if (draft.label !== "query" && this.#mayBeBanned()) return this.#besideQuery(first);
    return this.#mayBePassing(first, kind) ? this.#afterAPause(first) : undefined;
  }

  async #afterRefusal(first: Answer, kind: string): Promise<Answer> {
    const { defences, ask, memory } = this.#options;
    const { draft } = first;
    const since = defences.sent;
    const isKnown = defences.asksToWait(first);
    if (isKnown) await defences.pauseBriefly();
    const refusals = [first];
    if (isRepeatable(draft)) {
      const second = await ask(draft);
      if (succeeded(second)) return this.#atOnce(first, second);
      const passed = await this.#afterLimit(first);
      if (passed !== undefined) return passed;
      refusals.push(second);
    }
    const twins = (await askTwins(draft, this.#options)).filter(succeeded);
    if (twins.length > 0 && !isRepeatable(draft) && (await this.#isLimit(first)))
      throw this.#missed(first, twins);
    if (twins.length > 0) return this.#counts(first, [...refusals, ...twins]);
    this.#acceptances.assertOpen(kind);
    const again = isRepeatable(draft) ? draft : twinOf(draft, this.#options);
    const lifted = await defences.outlast(first, async () => ask(again), succeeded);
    if (lifted === undefined) this.#acceptances.assertPassing(first);
    if (lifted === undefined && (await this.#isForThisAlone(draft))) return this.#counts(first, [first]);
    if (lifted === undefined) throw new InconclusiveError(this.#acceptances.close(kind, first, since));
    memory.hear(lifted);
    if (again === draft) return lifted;
    throw interrupted(first);
  }

  /** Accepted when it was sent again at once: it counts unless a limit refused it. */
  async #atOnce(first: Answer, second: Answer): Promise<Answer> {
    return (await this.#isLimit(first)) ? this.#over(first, second) : this.#counts(first, [first, second]);
  }

  /** Refused again at once; undefined: no limit was it, or it lasts. */
  async #afterLimit(first: Answer): Promise<Answer | undefined> {
    const { defences, ask } = this.#options;
    if (!(await this.#isLimit(first))) return undefined;
    await defences.pauseBriefly();
    const again = await ask(first.draft);
    return succeeded(again) ? this.#over(first, again) : undefined;
  }

  /** One like it was never accepted, but a limit may have refused it; undefined: none has. */
  async #pastLimit(first: Answer, kind: string): Promise<Answer | undefined> {
    const { defences, ask } = this.#options;
    const { draft } = first;
    if (!isRepeatable(draft) || this.#refused.has(kind) || !defences.mayBeLimit(first)) return undefined;
    const second = await ask(draft);
    if (succeeded(second)) return this.#atOnce(first, second);
    return this.#afterLimit(first);
  }

  async #isLimit(refused: Answer): Promise<boolean> {
    const { defences, ask } = this.#options;
    return defences.isLimit(refused, async (probe) => this.#heard(await ask(probe)));
  }

  /** What refused a request is over: the answer that it has now counts alone. */
  #over(refused: Answer, accepted: Answer): Answer {
    this.#options.defences.passed(refused);
    return this.#heard(accepted);
  }

  /** One like it was never accepted, but the target may ask to wait: it counts unless a pause helps. */
  async #patiently(first: Answer): Promise<Answer> {
    const { defences, ask } = this.#options;
    const lifted = await defences.outlast(first, async () => ask(first.draft), succeeded);
    return this.#heard(lifted ?? first);
  }

  /** Whether the target may have disabled the configuration by itself before; a refused disable that is one all the same tells. */
  async #isTooLate(kind: string): Promise<boolean> {
    const reading = await this.#options.ask(queryDraft());
    if (configurationIn(reading)?.status !== 0 || !this.#acceptances.mayBeTooLate(kind)) return false;
    this.#heard(reading);
    return true;
  }

  /** None of the kind was accepted before: what is refused at once again, and not after a pause, met a defence. */
  async #afterAPause(first: Answer): Promise<Answer> {
    const { defences, ask } = this.#options;
    const second = await ask(first.draft);
    if (succeeded(second)) return this.#counts(first, [first, second]);
    await defences.pauseBriefly();
    const third = await ask(first.draft);
    if (succeeded(third)) defences.passed(first);
    else this.#refused.add(this.#acceptances.kindOf(first.draft.label));
    return this.#heard(succeeded(third) ? third : first);
  }

  /** The target may have banned the merchant, whatever is sent: a plain query shows it. */
  async #besideQuery(first: Answer): Promise<Answer> {
    const { defences, ask, memory } = this.#options;
    const query = async () => ask(queryDraft());
    const kind = this.#acceptances.kindOf("query");
    const twin = await query();
    if (succeeded(twin)) return this.#counts(first, mayBeFirewall(first) ? [twin] : [first, twin]);
    this.#acceptances.assertOpen(kind);
    const since = defences.sent;
    const lifted = await defences.outlast(twin, query, succeeded);
    if (lifted === undefined) throw new InconclusiveError(this.#acceptances.close(kind, twin, since));
    memory.hear(lifted);
    if (!isRepeatable(first.draft)) throw interrupted(first);
    return this.#heard(await ask(first.draft));
  }

  /** A defence has met what cannot be sent twice, and is over. */
  #missed(first: Answer, answers: readonly Answer[]): InconclusiveError {
    this.#options.defences.passed(first);
    for (const answer of answers) this.#options.memory.hear(answer);
    return interrupted(first);
  }

  #counts(first: Answer, answers: readonly Answer[]): Answer {
    for (const answer of answers) this.#options.memory.hear(answer);
    return first;
  }

  #heard(answer: Answer): Answer {
    this.#options.memory.hear(answer);
    return answer;
  }

  #isRefused(answer: Answer): boolean {
    if (succeeded(answer) || !this.#options.memory.mustSucceed(answer)) return false;
    return answer.envelope !== undefined || answer.wire.status >= LEAST_ERROR_STATUS;
  }

  #mayBeBanned(): boolean {
    return this.#acceptances.knows(this.#acceptances.kindOf("query"));
  }

  #mayBePassing(first: Answer, kind: string): boolean {
    const { memory, defences } = this.#options;
    if (!isRepeatable(first.draft) || this.#refused.has(kind)) return false;
    return first.draft.label === "query" ? memory.exists : defences.isStrange(first);
  }

  /** Hardly accepted before, and refused to the end while queries are answered: no cap is so low. */
  async #isForThisAlone({ label }: Draft): Promise<boolean> {
    if (label === "query" || !this.#acceptances.isRare(label)) return false;
    return succeeded(await this.#options.ask(queryDraft()));
  }
}

function interrupted(refused: Answer): InconclusiveError {
  return new InconclusiveError(
    `The target refused valid requests for a while, and this one cannot be sent again: ${describeAnswer(refused)}.`,
  );
}
