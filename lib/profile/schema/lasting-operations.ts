import { valueAtPath } from "../fields/field-path.ts";
import { isReading } from "./operation-schema.ts";
import type { FieldProblem } from "../yaml/interpolate.ts";

/** Checks a profile for operations with a permanent effect (`mayTakeEffect`), before a run sends anything. */
export function lastingOperations(data: unknown): readonly FieldProblem[] {
  const operations = valueAtPath(data, ["operations"]);
  if (typeof operations !== "object" || operations === null) return [];
  return Object.keys(operations)
    .filter((name) => valueAtPath(operations, [name, "mayTakeEffect"]) === true)
    .flatMap((name) => [
      ...proofOfSandbox(data, name),
      ...ceiling(operations, name),
      ...ids(operations, name),
      ...onlyOneBody(operations, name),
    ]);
}

/** The profile must prove that the target is a sandbox, not production. */
function proofOfSandbox(data: unknown, name: string): FieldProblem[] {
  const at = (...path: readonly string[]) => valueAtPath(data, ["operations", name, ...path]);
  const pattern = at("keyPattern");
  const read = at("expectsSandbox", "operation");
  const path = valueAtPath(data, ["operations", String(read), "path"]);
  if (pattern === undefined && at("expectsSandbox") === undefined)
    return [
      problem(
        name,
        "expectsSandbox",
        "expected it, or keyPattern, since mayTakeEffect is true (got neither)",
      ),
    ];
  const key = valueAtPath(data, ["merchants", 0, "apiKey"]);
  const looksRight = typeof pattern !== "string" || typeof key !== "string" || matches(pattern, key);
  return [
    ...(looksRight
      ? []
      : [
          problem(
            name,
            "keyPattern",
            "expected a pattern that the key of merchants[0] has (got another key)",
          ),
        ]),
    ...(typeof read !== "string" ||
    (isReading(read, typeof path === "string" ? { path } : {}) &&
      valueAtPath(data, ["operations", read]) !== undefined)
      ? []
      : [
          problem(
            name,
            "expectsSandbox",
            `expected an operation of this profile that changes nothing (got ${JSON.stringify(read)})`,
          ),
        ]),
  ];
}

function ceiling(operations: object, name: string): FieldProblem[] {
  const pointer = valueAtPath(operations, [name, "ceiling", "pointer"]);
  const max = valueAtPath(operations, [name, "ceiling", "max"]);
  if (typeof pointer !== "string" || typeof max !== "number")
    return name === "account/transfer"
      ? [problem(name, "ceiling", "expected the largest amount, since mayTakeEffect is true (got nothing)")]
      : [];
  const amount = memberAt(valueAtPath(operations, [name, "body"]), pointer);
  if (isBelow(amount, max)) return [];
  const decimals = Number.isInteger(max) ? ", with at most two decimals," : "";
  return [
    problem(
      name,
      "ceiling",
      `expected a number of at least 0 and at most ${max}${decimals} at ${pointer} of the body (got ${shown(amount)})`,
    ),
  ];
}

/** A ceiling in whole units allows cents, but nothing smaller that a target might round up. */
function isBelow(amount: unknown, max: number): boolean {
  if (typeof amount !== "number" || !(amount >= 0 && amount <= max)) return false;
  return !Number.isInteger(max) || /^\d+(?:\.\d{1,2})?$/.test(String(amount));
}

/** The id enters the body after the check of the ceiling, so it must not touch the amount. */
function ids(operations: object, name: string): FieldProblem[] {
  const pointer = valueAtPath(operations, [name, "ids", "pointer"]);
  if (typeof pointer !== "string") return [];
  if (memberAt(valueAtPath(operations, [name, "body"]), pointer) === undefined)
    return [
      problem(name, "ids", `expected a member of the body at ${pointer}, with any value (got nothing)`),
    ];
  const amount = valueAtPath(operations, [name, "ceiling", "pointer"]);
  if (typeof amount !== "string" || !pointersOverlap(pointer, amount)) return [];
  return [
    problem(
      name,
      "ids",
      `expected a member other than that of ceiling, ${amount} (got ${JSON.stringify(pointer)})`,
    ),
  ];
}

function onlyOneBody(operations: object, name: string): FieldProblem[] {
  if (valueAtPath(operations, [name, "moreBodies"]) === undefined) return [];
  return [
    problem(
      name,
      "moreBodies",
      "expected no bodies, since an operation takes effect only once in a run (got some)",
    ),
  ];
}

function problem(name: string, field: string, message: string): FieldProblem {
  return { path: ["operations", name, field], message };
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

/** The names and list positions of a JSON pointer (RFC 6901), unescaped. */
function pointerSteps(pointer: string): readonly string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
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
