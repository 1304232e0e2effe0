import { pointerSteps } from "../../text/json-pointer.ts";
import { valueAtPath } from "../fields/field-path.ts";
import { brokenRules, type FieldRule } from "./field-rules.ts";
import { isReading } from "./operation-schema.ts";
import type { FieldProblem } from "../yaml/interpolate.ts";

/** Checks a profile for operations with a permanent effect (`mayTakeEffect`), before a run sends anything. */
export function lastingOperations(data: unknown): readonly FieldProblem[] {
  const operations = valueAtPath(data, ["operations"]);
  if (typeof operations !== "object" || operations === null) return [];
  return Object.keys(operations)
    .filter((name) => valueAtPath(operations, [name, "mayTakeEffect"]) === true)
    .flatMap((name) =>
      brokenRules([...proofOfSandbox(data, name), ...bodyRules(operations, name)], ["operations", name]),
    );
}

/** The profile must prove that the target is a sandbox, not production. */
function proofOfSandbox(data: unknown, name: string): readonly FieldRule[] {
  const at = (...path: readonly string[]) => valueAtPath(data, ["operations", ...path]);
  const [pattern, sandbox] = [at(name, "keyPattern"), at(name, "expectsSandbox")];
  const read = valueAtPath(sandbox, ["operation"]);
  const path = at(String(read), "path");
  const key = valueAtPath(data, ["merchants", 0, "apiKey"]);
  return [
    [
      "expectsSandbox",
      pattern === undefined && sandbox === undefined,
      "expected it, or keyPattern, since mayTakeEffect is true (got neither)",
    ],
    [
      "keyPattern",
      typeof pattern === "string" && typeof key === "string" && !matches(pattern, key),
      "expected a pattern that the key of merchants[0] has (got another key)",
    ],
    [
      "expectsSandbox",
      typeof read === "string" &&
        (at(read) === undefined || !isReading(read, typeof path === "string" ? { path } : {})),
      `expected an operation of this profile that changes nothing (got ${JSON.stringify(read)})`,
    ],
  ];
}

/** The id enters the body after the check of the ceiling, so it must not touch the amount. */
function bodyRules(operations: object, name: string): readonly FieldRule[] {
  const at = (...path: readonly string[]) => valueAtPath(operations, [name, ...path]);
  const [ceiling, max, id] = [at("ceiling", "pointer"), at("ceiling", "max"), at("ids", "pointer")];
  const [amount, given] = [ceiling, id].map((pointer) =>
    typeof pointer === "string" ? memberAt(at("body"), pointer) : undefined,
  );
  const isLimited = typeof ceiling === "string" && typeof max === "number";
  const decimals = Number.isInteger(max) ? ", with at most two decimals," : "";
  return [
    [
      "ceiling",
      name === "account/transfer" && !isLimited,
      "expected the largest amount, since mayTakeEffect is true (got nothing)",
    ],
    [
      "ceiling",
      isLimited && !isBelow(amount, max),
      `expected a number of at least 0 and at most ${String(max)}${decimals} at ${String(ceiling)} of the body (got ${shown(amount)})`,
    ],
    [
      "ids",
      typeof id === "string" && given === undefined,
      `expected a member of the body at ${String(id)}, with any value (got nothing)`,
    ],
    [
      "ids",
      typeof id === "string" &&
        given !== undefined &&
        typeof ceiling === "string" &&
        pointersOverlap(id, ceiling),
      `expected a member other than that of ceiling, ${String(ceiling)} (got ${JSON.stringify(id)})`,
    ],
    [
      "moreBodies",
      at("moreBodies") !== undefined,
      "expected no bodies, since an operation takes effect only once in a run (got some)",
    ],
  ];
}

/** A ceiling in whole units allows cents, but nothing smaller that a target might round up. */
function isBelow(amount: unknown, max: number): boolean {
  if (typeof amount !== "number" || !(amount >= 0 && amount <= max)) return false;
  return !Number.isInteger(max) || /^\d+(?:\.\d{1,2})?$/.test(String(amount));
}

function matches(pattern: string, key: string): boolean {
  try {
    return new RegExp(pattern, "u").test(key);
  } catch {
    return true;
  }
}

function shown(value: unknown): string {
  return value === undefined ? "nothing" : JSON.stringify(value);
}

/**
 * The member of plain JSON at a pointer. Undefined: there is no such member. Properties outside of JSON lead nowhere.
 */
function memberAt(data: unknown, pointer: string): unknown {
  return pointerSteps(pointer).reduce<unknown>((at, step) => {
    if (Array.isArray(at) && !/^(?:0|[1-9]\d*)$/.test(step)) return undefined;
    return typeof at === "object" && at !== null && Object.hasOwn(at, step)
      ? Reflect.get(at, step)
      : undefined;
  }, data);
}

/** Whether two pointers lead to the same member, or one of them into the member of the other. */
function pointersOverlap(one: string, other: string): boolean {
  const [short = [], long = []] = [pointerSteps(one), pointerSteps(other)].toSorted(
    (left, right) => left.length - right.length,
  );
  return short.every((step, index) => step === long[index]);
}
