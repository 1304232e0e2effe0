import { canonicalText, isRecord } from "./plain.ts";

/** A part of an observation that is not what it was. */
export interface Drift {
  /** For example `status`, or `status, wrong API key`. */
  readonly part: string;
  /** Texts for people. */
  readonly before: string;
  readonly after: string;
}

/** The parts that are compared: of either side, of both sides, or of the earlier side only. */
type Scope = "either" | "both" | "before";

/** The value of a part. Undefined: the observation has no such part. */
type Side = { readonly value: unknown; readonly varies: boolean } | undefined;

const UNSEEN = "not observed";

/**
 * Finds the parts in which two observations differ. A part at which one side did not look is no drift, unless it is pinned.
 * @param before `{ value, stable }`. Undefined: not observed
 */
export function driftsBetween(before: unknown, after: unknown, scope: Scope): Drift[] {
  const [was, is] = [sidesOf(before), sidesOf(after)];
  const isCompared = (name: string) => {
    if (scope === "both") return was[name] !== undefined && is[name] !== undefined;
    if (scope === "before") return true;
    return (
      (before === undefined || Object.hasOwn(was, name)) && (after === undefined || Object.hasOwn(is, name))
    );
  };
  const names = namesOf(was, is, scope).filter(isCompared);
  return names.flatMap((name) => {
    const [one, other] = [was[name], is[name]];
    if (one !== undefined && other !== undefined && !one.varies && !other.varies)
      return driftsIn([name], one.value, other.value, scope);
    return one?.varies === other?.varies && isEqual(one?.value, other?.value)
      ? []
      : [drift([name], one, other)];
  });
}

/** Finds the parts in which an observation does not match a pin. Parts that the pin does not name may have any value. */
export function driftsFromPin(pin: unknown, observed: unknown): Drift[] {
  return driftsBetween({ value: pin, stable: true }, observed, "before");
}

/** One line for each side of some drifts, for example `status: 400; code: 40001`. */
export function driftLine(drifts: readonly Drift[], side: "before" | "after"): string {
  return drifts.map((one) => `${one.part}: ${one[side]}`).join("; ");
}

function sidesOf(observed: unknown): Readonly<Record<string, Side>> {
  if (!isRecord(observed)) return {};
  const { value, varies, unseen } = observed;
  const missing = Object.keys(isRecord(unseen) ? unseen : {}).map((name) => [name, undefined] as const);
  const isVarying = (name: string) => Array.isArray(varies) && varies.includes(name);
  const seen = Object.entries(isRecord(value) ? value : {}).map(
    ([name, member]) => [name, { value: member, varies: isVarying(name) }] as const,
  );
  return Object.fromEntries([...missing, ...seen]);
}

/** A single value stands for each member of the other side: an answer had the same value for each kind. */
function driftsIn(path: readonly string[], before: unknown, after: unknown, scope: Scope): Drift[] {
  if (isEqual(before, after)) return [];
  const isNested = (isRecord(before) || isRecord(after)) && before !== undefined && after !== undefined;
  if (!isNested) return [drift(path, sideOf(before), sideOf(after))];
  const [was, is] = [isRecord(before) ? before : undefined, isRecord(after) ? after : undefined];
  return namesOf(was ?? is ?? {}, is ?? was ?? {}, scope).flatMap((name) =>
    driftsIn(
      [...path, name],
      was === undefined ? before : was[name],
      is === undefined ? after : is[name],
      scope,
    ),
  );
}

function sideOf(value: unknown): Side {
  return value === undefined ? undefined : { value, varies: false };
}

function namesOf(before: object, after: object, scope: Scope): string[] {
  const [was, is] = [Object.keys(before), Object.keys(after)];
  if (scope === "before") return was;
  return scope === "both" ? was.filter((name) => is.includes(name)) : [...new Set([...was, ...is])];
}

function drift(path: readonly string[], before: Side, after: Side): Drift {
  return { part: path.join(", "), before: sideText(before), after: sideText(after) };
}

function sideText(side: Side): string {
  if (side === undefined) return UNSEEN;
  const { value, varies } = side;
  if (!varies) return valueText(value);
  const looks = Array.isArray(value) ? value.map(valueText).join(" or ") : valueText(value);
  return `${looks} (varies)`;
}

/** A text that could be read as another value is quoted. */
function valueText(value: unknown): string {
  const isPlain = typeof value === "string" && !/^(?:$|[-\d"[{]|(?:true|false|null)$)/.test(value);
  return isPlain ? value : canonicalText(value);
}

function isEqual(one: unknown, other: unknown): boolean {
  return (
    one === other || (one !== undefined && other !== undefined && canonicalText(one) === canonicalText(other))
  );
}
