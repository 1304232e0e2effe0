import * as z from "zod";
import { meantText } from "../fields/did-you-mean.ts";
import { type FieldPath, fieldName, putAtPath, valueAtPath } from "../fields/field-path.ts";
import { type Environment, type FieldProblem, interpolateVariables } from "./interpolate.ts";
import { issueMessage } from "../fields/issue-message.ts";
import { type Position, ProfileError } from "../fields/profile-error.ts";
import { readNamedFile } from "../../files/read-regular-file.ts";
import { shownFile } from "../../files/shown-file.ts";
import { shownAddress } from "../fields/shown-address.ts";
import { type YamlSource, yamlSource } from "./yaml-source.ts";

const MAX_MIB = 4;
const SECRET_FIELD = /key|secret|token|password|headers|proxy/i;
const ADDRESS_FIELD = /url$|^base$/i;

/** A valid YAML file. */
export interface ReadYaml<T> {
  readonly value: T;
  /** The place of a field, or of its nearest parent. */
  readonly at: (path: FieldPath) => Position;
  /** Whether the file itself contains the field. */
  readonly given: (path: FieldPath) => boolean;
  readonly fromEnvironment: readonly FromEnvironment[];
}

/** A field, and the values of the variables in it. */
export interface FromEnvironment {
  readonly path: FieldPath;
  readonly values: readonly string[];
}

/** Rules over several fields. Every part of the given data may be missing or of a wrong type. */
export type CrossCheck = (data: unknown) => readonly FieldProblem[];

/**
 * Reads the text of a profile or a waiver file.
 * @param file absolute
 * @throws {ProfileError} if it is unreadable, or larger than 4 MiB
 */
export function yamlText(file: string): string {
  try {
    return readNamedFile(file, MAX_MIB);
  } catch (error) {
    const message = `Cannot read the file: ${error instanceof Error ? error.message : String(error)}`;
    throw new ProfileError([{ file: shownFile(file), line: 1, column: 1, field: "", message }]);
  }
}

/**
 * Reads and checks a YAML text: syntax, environment variables, schema, then the rules over several fields.
 * @param file absolute path
 * @throws {ProfileError} with its problems, in the order of the file
 */
export function readYaml<S extends z.ZodType>(
  text: string,
  file: string,
  schema: S,
  env: Environment,
  crossCheck: CrossCheck = () => [],
): ReadYaml<z.output<S>> {
  const source = yamlSource(text, shownFile(file));
  if (!source.readable) throw new ProfileError(source.problems);
  const { replaced, problems } = interpolateVariables(source, env);
  const fromEnvironment = (path: FieldPath) => replaced.has(source.nodeAt(path));
  const missing = new Set(problems.map(({ path }) => fieldName(path)));
  const data = coerceReplaced(source.data(), schema, fromEnvironment);
  const parsed = schema.safeParse(data);
  const issues = parsed.error?.issues ?? [];
  const faults = [
    ...issues.flatMap((issue) => problemsOf(issue, data, schema, fromEnvironment)),
    ...inexactNumbers(source),
    ...crossCheck(data),
  ].filter(({ path }) => !missing.has(fieldName(path)));
  const all = [...source.problems, ...[...problems, ...faults].map((problem) => placed(problem, source))];
  if (all.length > 0 || !parsed.success)
    throw new ProfileError(all.toSorted((a, b) => a.line - b.line || a.column - b.column));
  return {
    value: parsed.data,
    at: source.valuePosition,
    given: (path) => valueAtPath(data, path) !== undefined,
    fromEnvironment: [...source.scalars()].flatMap(({ node, path }) => {
      const values = replaced.get(node);
      return values === undefined ? [] : [{ path, values }];
    }),
  };
}

interface PlacedOnKey extends FieldProblem {
  readonly onKey?: boolean;
}

function placed({ path, message, variable, onKey = false }: PlacedOnKey, source: YamlSource) {
  const position = onKey ? source.keyPosition(path) : source.valuePosition(path);
  return { ...position, field: fieldName(path), message, ...(variable !== undefined && { variable }) };
}

function problemsOf(
  issue: z.core.$ZodIssue,
  data: unknown,
  schema: z.ZodType,
  fromEnvironment: (path: FieldPath) => boolean,
): PlacedOnKey[] {
  const { path } = issue;
  if (issue.code === "unrecognized_keys") {
    const known = knownKeys(schema, path);
    return issue.keys.map((key) => ({
      path: [...path, key],
      message: unknownField(key, known),
      onKey: true,
    }));
  }
  const concealed = fromEnvironment(path) || path.some((key) => SECRET_FIELD.test(String(key)));
  const onKey = issue.code === "invalid_key";
  const value = valueAtPath(data, path);
  const isAddress = typeof value === "string" && ADDRESS_FIELD.test(String(path.at(-1)));
  return [{ path, message: issueMessage(issue, isAddress ? shownAddress(value) : value, concealed), onKey }];
}

function unknownField(key: string, known: readonly string[]): string {
  return `expected one of ${known.join(", ")} (got ${key}${meantText(key, known)})`;
}

function inexactNumbers(source: YamlSource): FieldProblem[] {
  return [...source.scalars()]
    .filter(({ node }) => Number.isInteger(node.value) && !Number.isSafeInteger(node.value))
    .map(({ path }) => ({
      path,
      message: "expected an integer below 2^53 (got a larger one; put it in quotes)",
    }));
}

/**
 * Turns a string from the environment into a number or a boolean if the schema requires it.
 * @returns the data, changed in place
 */
function coerceReplaced(
  data: unknown,
  schema: z.ZodType,
  fromEnvironment: (path: FieldPath) => boolean,
): unknown {
  for (const issue of schema.safeParse(data).error?.issues ?? []) {
    if (issue.code !== "invalid_type" || !fromEnvironment(issue.path)) continue;
    putAtPath(data, issue.path, coerced(valueAtPath(data, issue.path), issue.expected));
  }
  return data;
}

function coerced(value: unknown, expected: string): unknown {
  if (expected === "boolean" && (value === "true" || value === "false")) return value === "true";
  const numeric = expected === "number" || expected === "int";
  return numeric && typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
}

/** The keys of the object schema at a path. Empty: there is no object schema. */
function knownKeys(schema: z.core.$ZodType, path: FieldPath): readonly string[] {
  const target = path.reduce<z.core.$ZodType | undefined>(
    (inner, key) => (inner === undefined ? undefined : child(inner, key)),
    schema,
  );
  const object = target === undefined ? undefined : unwrap(target);
  return object instanceof z.ZodObject ? Object.keys(object.shape) : [];
}

function child(schema: z.core.$ZodType, key: PropertyKey): z.core.$ZodType | undefined {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodArray) return inner.element;
  if (inner instanceof z.ZodRecord) return inner.valueType;
  return inner instanceof z.ZodObject ? inner.shape[String(key)] : undefined;
}

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodPipe) return unwrap(schema.in);
  const wraps =
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodExactOptional;
  return wraps ? unwrap(schema.unwrap()) : schema;
}
