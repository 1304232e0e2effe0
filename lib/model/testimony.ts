import type { NormativeId } from "../requirements/catalogue.ts";
import type { Configuration, ConfigurationField } from "../wire/configuration.ts";
import type { Evidence } from "../verdict.ts";
import { comparedTexts, show } from "../wire/finding.ts";
import { isBefore, readUtcTime } from "../wire/utc-time.ts";
import { differences } from "./compare.ts";
import { brokenBy, enabledBy, type Step } from "./step.ts";

/** What an answer says about a requirement; without `broken` and `doubt` it kept it. */
export interface Testimony {
  readonly requirement: NormativeId;
  /** Why the answer lets nobody say that the requirement is kept. */
  readonly doubt?: string;
  readonly broken?: Pick<Evidence, "expected" | "actual" | "compared">;
}

/** What is known of a configuration before it is read again. */
export interface Known {
  /** What query may return; undefined: anything. */
  readonly stored: readonly string[] | undefined;
  /** True after disable, false once status 1 was read, undefined while it is open. */
  readonly disabled: boolean | undefined;
  readonly seen: Configuration | undefined;
  /** What was answered since it was seen. */
  readonly since: readonly Step[];
}

const ALWAYS_KEPT: readonly ConfigurationField[] = ["id", "merchantId", "createTime"];
const KEPT_BUT_BY_REGISTER_OR_DISABLE: readonly ConfigurationField[] = ["eventTypes", "status"];

export function broken(
  requirement: NormativeId,
  expected: string,
  actual: string,
  compared?: Pick<Evidence, "compared">,
): Testimony {
  return { requirement, broken: { expected, actual, ...compared } };
}

/** What a reading says about the steps since the last one. */
export function testimonyOf(known: Known, now: Configuration): Testimony[] {
  const status = aboutStatus(known, now);
  return [
    ...aboutUrl(known, now),
    ...status,
    ...aboutKeptFields(known, now, status.length > 0),
    ...aboutVanishedFields(known, now),
    ...aboutUpdateTime(known, now),
  ];
}

function aboutUrl({ stored, since }: Known, { callbackUrl }: Configuration): Testimony[] {
  if (stored === undefined || typeof callbackUrl !== "string") return [];
  const requirement = brokenBy("callbackUrl", since);
  if (stored.includes(callbackUrl)) return requirement === undefined ? [] : [{ requirement }];
  const expected = `\`callbackUrl\` ${alternatives(stored)}`;
  const compared = stored.length === 1 ? comparedTexts(stored[0], callbackUrl) : {};
  return [broken(requirement ?? "register.stores", expected, show(callbackUrl), compared)];
}

function aboutStatus({ disabled, seen, since }: Known, { status }: Configuration): Testimony[] {
  if (disabled !== true) return [];
  const requirement = enabledBy(since);
  if (status === undefined && seen?.status !== undefined && isDisableAlone(since)) {
    return [broken(requirement, "`status` 0", "nothing")];
  }
  if (status !== 0 && status !== 1) return [];
  return status === 0 ? [{ requirement }] : [broken(requirement, "`status` 0", show(status))];
}

function aboutKeptFields(
  { seen = {}, since }: Known,
  now: Configuration,
  statusIsJudged: boolean,
): Testimony[] {
  const written = since.some((step) => step === "register" || step === "disable");
  const fields = written ? ALWAYS_KEPT : [...ALWAYS_KEPT, ...KEPT_BUT_BY_REGISTER_OR_DISABLE];
  return fields.flatMap((field): Testimony[] => {
    const requirement = brokenBy(field, since);
    if (requirement === undefined || (field === "status" && statusIsJudged)) return [];
    if (now[field] === undefined || seen[field] === undefined) return [];
    const [difference] = differences(seen, now, [field]);
    if (difference === undefined) return [{ requirement }];
    const { before, after } = difference;
    const compared = comparedTexts(before, after);
    return [broken(requirement, `\`${field}\` still ${show(before)}`, show(after), compared)];
  });
}

/**
 * Every field is optional, so that leaving one out breaks nothing; but it does not show that the field was kept.
 * One that is there until disable takes it away is not kept.
 */
function aboutVanishedFields({ seen = {}, since }: Known, now: Configuration): Testimony[] {
  return [...ALWAYS_KEPT, "callbackUrl" as const].flatMap((field): Testimony[] => {
    const requirement = brokenBy(field, since);
    if (requirement === undefined || seen[field] === undefined || now[field] !== undefined) return [];
    if (isDisableAlone(since))
      return [broken(requirement, `\`${field}\` still ${show(seen[field])}`, "nothing")];
    return [{ requirement, doubt: `The target returned \`${field}\` before, and no longer does.` }];
  });
}

function isDisableAlone(since: readonly Step[]): boolean {
  return since.length > 0 && since.every((step) => step === "disable");
}

function aboutUpdateTime({ seen = {}, since }: Known, now: Configuration): Testimony[] {
  if (!since.includes("register")) return [];
  if (typeof seen.updateTime !== "string" || typeof now.updateTime !== "string") return [];
  const [before, after] = [readUtcTime(seen.updateTime), readUtcTime(now.updateTime)];
  if (before === undefined || after === undefined) return [];
  if (!isBefore(after, before)) return [{ requirement: "register.update-time-never-back" }];
  const expected = `\`updateTime\` not before ${seen.updateTime}`;
  return [broken("register.update-time-never-back", expected, now.updateTime)];
}

/** Values of which one is expected, for people. */
export function alternatives(urls: readonly string[]): string {
  return urls.map((url) => show(url)).join(" or ");
}
