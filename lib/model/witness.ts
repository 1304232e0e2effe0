import { type Answer, configurationIn, describeAnswer, succeeded } from "../client/answer.ts";
import type { NormativeId } from "../requirements/catalogue.ts";
import { InconclusiveError } from "../verdict.ts";
import type { Configuration, ConfigurationField } from "../wire/configuration.ts";
import { show } from "../wire/finding.ts";
import { readUtcTime } from "../wire/utc-time.ts";
import type { CallbackUrls } from "./callback-urls.ts";
import { differences } from "./compare.ts";
import { brokenBy, enabledBy, type Step, stepOf } from "./step.ts";

/** What the witness says about a requirement; `broken` is absent when the answer kept it. */
export interface Testimony {
  readonly requirement: NormativeId;
  readonly broken?: { readonly expected: string; readonly actual: string };
}

const FOREIGN_READINGS_OF_A_TARGET = 3;
const ALWAYS_KEPT: readonly ConfigurationField[] = ["id", "merchantId", "createTime"];
const KEPT_BUT_BY_REGISTER_OR_DISABLE: readonly ConfigurationField[] = ["eventTypes", "status"];

/**
 * Knows of one merchant's configuration what the document states (sections 1 and 3.2) and nothing else,
 * and judges by it every answer that this merchant's requests get, one after the other.
 */
export class Witness {
  readonly #urls: CallbackUrls;
  /** What query may return; undefined: anything. */
  #stored: readonly string[] | undefined;
  /** True after disable, false once status 1 was read, undefined while it is open. */
  #disabled: boolean | undefined;
  #exists = false;
  /** Query has shown that there is no configuration yet. */
  #absent = false;
  #seen: Configuration | undefined;
  #since: Step[] = [];
  /** URLs of requests whose outcome is unknown: they may yet take effect. */
  readonly #stragglers = new Set<string>();
  #foreignInARow = 0;

  constructor(urls: CallbackUrls) {
    this.#urls = urls;
  }

  /** The last reading, when nothing has happened since that could have changed it. */
  get current(): Configuration | undefined {
    return this.#exists && this.#since.length === 0 && this.#stored !== undefined ? this.#seen : undefined;
  }

  /** Whether the configuration is known to be enabled, so that disable must succeed. */
  get enabled(): boolean {
    return this.#disabled === false;
  }

  /** Takes the first query of the run for what it is: nothing is known yet. */
  meet(answer: Answer): void {
    const configuration = configurationIn(answer);
    this.#absent = configuration?.callbackUrl === undefined;
    if (configuration !== undefined && !this.#absent) this.#learn(configuration);
  }

  get exists(): boolean {
    return this.#exists;
  }

  /** Whether no configuration exists, as far as query tells. */
  get absent(): boolean {
    return this.#absent;
  }

  /** Forgets what the configuration was; what overlapping requests do to it cannot be told from outside. */
  forget(): void {
    this.#stored = undefined;
    this.#disabled = undefined;
    this.#seen = undefined;
    this.#since = [];
  }

  /** A request whose outcome is unknown: it may or may not have taken effect, now or later. */
  lostSightOf(draft: Answer["draft"]): void {
    if (draft.label !== "register" && draft.label !== "disable") return;
    if (draft.url !== undefined) this.#stragglers.add(draft.url);
    this.forget();
  }

  /**
   * Judges one answer and learns from it.
   * @throws {InconclusiveError} when the configuration was changed by another client.
   */
  hear(answer: Answer): Testimony[] {
    if (answer.repeated && answer.draft.url !== undefined) this.#stragglers.add(answer.draft.url);
    const { label } = answer.draft;
    if (label === "query") return this.#hearQuery(answer);
    const testimony =
      label === "register"
        ? this.#hearRegister(answer)
        : label === "disable"
          ? this.#hearDisable(answer)
          : [];
    this.#since.push(stepOf(answer));
    return testimony;
  }

  #hearRegister(answer: Answer): Testimony[] {
    const { expects, url } = answer.draft;
    if (succeeded(answer)) {
      this.#exists = true;
      this.#stored =
        expects === "success" || expects === "open" ? (url === undefined ? undefined : [url]) : undefined;
      this.#disabled = undefined;
      return expects === "success" ? [{ requirement: "register.accepts" }] : [];
    }
    if (expects === "open") this.forget();
    if (expects !== "success") return [];
    this.forget();
    return [broken("register.accepts", "`data` true", describeAnswer(answer))];
  }

  #hearDisable(answer: Answer): Testimony[] {
    const { expects } = answer.draft;
    if (succeeded(answer)) {
      const was = this.#disabled;
      this.#disabled = expects === "success" ? true : undefined;
      return expects === "success" && was === false ? [{ requirement: "disable.succeeds" }] : [];
    }
    this.#openStatus();
    const mustSucceed = expects === "success" && this.#disabled === false && !answer.repeated;
    if (this.#disabled === false) this.#disabled = undefined;
    if (!mustSucceed) return [];
    this.forget();
    return [broken("disable.succeeds", "`data` true", describeAnswer(answer))];
  }

  /** A disable without success may have been applied all the same. */
  #openStatus(): void {
    if (this.#seen === undefined) return;
    const { status: _, ...others } = this.#seen;
    this.#seen = others;
  }

  #hearQuery(answer: Answer): Testimony[] {
    if (answer.draft.expects !== "success") {
      this.#since.push(stepOf(answer));
      return [];
    }
    const configuration = configurationIn(answer);
    const created = this.#absent && this.#since.includes("register");
    if (configuration === undefined) {
      if (!this.#exists) return [];
      const requirement = created ? "register.creates" : "query.answers";
      return [broken(requirement, "the configuration in `data`", describeAnswer(answer))];
    }
    const creation = created ? [this.#creation(configuration)] : [];
    const testimony = [
      { requirement: "query.answers" as const },
      ...creation,
      ...this.#compare(configuration),
    ];
    this.#learn(configuration);
    return testimony;
  }

  /** What was created is what was registered; nobody else is suspected of having created it in the meantime. */
  #creation({ callbackUrl }: Configuration): Testimony {
    const stored = this.#stored;
    if (stored === undefined || typeof callbackUrl !== "string" || stored.includes(callbackUrl)) {
      return { requirement: "register.creates" };
    }
    this.#stored = undefined;
    return broken(
      "register.creates",
      `\`callbackUrl\` ${stored.map((url) => show(url)).join(" or ")}`,
      show(callbackUrl),
    );
  }

  #compare(now: Configuration): Testimony[] {
    const url = this.#compareUrl(now);
    const status = this.#compareStatus(now);
    const seen = this.#seen;
    if (seen === undefined) return [...url, ...status];
    const fields = this.#since.some((step) => step === "register" || step === "disable")
      ? ALWAYS_KEPT
      : [
          ...ALWAYS_KEPT,
          ...KEPT_BUT_BY_REGISTER_OR_DISABLE.filter((field) => field !== "status" || status.length === 0),
        ];
    const kept = fields.flatMap((field): Testimony[] => {
      const requirement = brokenBy(field, this.#since);
      if (requirement === undefined || now[field] === undefined || seen[field] === undefined) return [];
      const [difference] = differences(seen, now, [field]);
      if (difference === undefined) return [{ requirement }];
      return [broken(requirement, `\`${field}\` still ${show(difference.before)}`, show(difference.after))];
    });
    return [...url, ...status, ...kept, ...this.#compareUpdateTime(seen, now)];
  }

  #compareUrl({ callbackUrl }: Configuration): Testimony[] {
    if (this.#stored === undefined || typeof callbackUrl !== "string") return [];
    const requirement = brokenBy("callbackUrl", this.#since);
    if (this.#stored.includes(callbackUrl)) {
      this.#foreignInARow = 0;
      return requirement === undefined ? [] : [{ requirement }];
    }
    this.#suspectOthers(callbackUrl);
    const expected = `\`callbackUrl\` ${this.#stored.map((url) => show(url)).join(" or ")}`;
    return [broken(requirement ?? "register.stores", expected, show(callbackUrl))];
  }

  #suspectOthers(callbackUrl: string): void {
    if (this.#stragglers.has(callbackUrl)) {
      this.forget();
      throw new InconclusiveError("A register whose answer was lost on the network took effect later.");
    }
    if (!this.#urls.isForeign(callbackUrl) || callbackUrl === this.#seen?.callbackUrl) return;
    this.#foreignInARow += 1;
    if (this.#foreignInARow >= FOREIGN_READINGS_OF_A_TARGET) return;
    this.forget();
    throw new InconclusiveError(
      `Another client is changing this configuration: its callback URL is ${show(callbackUrl)}, which this run never registered. Run again when nobody else uses this merchant.`,
    );
  }

  #compareStatus({ status }: Configuration): Testimony[] {
    if (this.#disabled !== true || (status !== 0 && status !== 1)) return [];
    const requirement = enabledBy(this.#since);
    return status === 0 ? [{ requirement }] : [broken(requirement, "`status` 0", show(status))];
  }

  #compareUpdateTime(seen: Configuration, now: Configuration): Testimony[] {
    if (!this.#since.includes("register")) return [];
    if (typeof seen.updateTime !== "string" || typeof now.updateTime !== "string") return [];
    const [before, after] = [readUtcTime(seen.updateTime), readUtcTime(now.updateTime)];
    if (before === undefined || after === undefined) return [];
    if (after >= before) return [{ requirement: "register.update-time-never-back" }];
    const expected = `\`updateTime\` not before ${seen.updateTime}`;
    return [broken("register.update-time-never-back", expected, now.updateTime)];
  }

  #learn(configuration: Configuration): void {
    this.#seen = configuration;
    this.#since = [];
    this.#exists = true;
    this.#absent = false;
    if (typeof configuration.callbackUrl === "string") this.#stored = [configuration.callbackUrl];
    if (configuration.status !== undefined) this.#disabled = configuration.status === 0;
  }
}

function broken(requirement: NormativeId, expected: string, actual: string): Testimony {
  return { requirement, broken: { expected, actual } };
}
