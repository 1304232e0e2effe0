import type { Scalar } from "yaml";
import type { FieldPath } from "../fields/field-path.ts";
import type { YamlSource } from "./yaml-source.ts";

/** Variables of the environment, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A fault of one field, without its position yet. */
export interface FieldProblem {
  readonly path: FieldPath;
  readonly message: string;
  /** The variable of the environment that is not set. */
  readonly variable?: string;
}

const REFERENCE = /\$\{env:([A-Za-z_]\w*)(?::-((?:(?!\$\{env:)[^}])*))?\}/g;
const MALFORMED = /\$\{env\b[^}]*\}?|\$\{[A-Z][A-Z0-9_]*\}/;
/** Pins contain answers of a target, which may look like a variable. */
const LITERAL = "pins";
const FREE_TEXT = "body";

/** Values from the environment for a scalar. Empty: the variables have their defaults. */
export type Replaced = ReadonlyMap<unknown, readonly string[]>;

/**
 * Replaces `${env:NAME}` and `${env:NAME:-default}` in every string value, in place, except below `pins`. An
 * empty variable counts as absent.
 * @returns the replaced scalars, and the faults
 */
export function interpolateVariables(
  source: YamlSource,
  env: Environment,
): { readonly replaced: Replaced; readonly problems: readonly FieldProblem[] } {
  const replaced = new Map<unknown, readonly string[]>();
  const problems: FieldProblem[] = [];
  for (const { node, path } of source.scalars()) {
    if (path[0] === LITERAL || typeof node.value !== "string" || !node.value.includes("${")) continue;
    const missing = replaceIn(node, node.value, env, replaced);
    problems.push(...missing.map((name) => ({ path, message: absence(name, env), variable: name })));
    const malformed = path.includes(FREE_TEXT) ? null : MALFORMED.exec(withoutReferences(node, replaced));
    if (malformed) {
      problems.push({
        path,
        message: `expected \${env:NAME} or \${env:NAME:-default} (got ${malformed[0]})`,
      });
    }
  }
  return { replaced, problems };
}

function replaceIn(
  node: Scalar,
  text: string,
  env: Environment,
  replaced: Map<unknown, readonly string[]>,
): string[] {
  const missing: string[] = [];
  node.value = text.replace(REFERENCE, (_match, name: string, fallback: string | undefined) => {
    const given = env[name] ? [env[name]] : [];
    replaced.set(node, [...(replaced.get(node) ?? []), ...given]);
    const value = given[0] ?? fallback;
    if (value === undefined) missing.push(name);
    return value ?? `(${name})`;
  });
  return missing;
}

/** The text as written by hand. A value from the environment may contain anything. */
function withoutReferences(node: Scalar, replaced: Replaced): string {
  return replaced.has(node) ? (node.source ?? "").replace(REFERENCE, "") : String(node.value);
}

function absence(name: string, env: Environment): string {
  const state = env[name] === "" ? "is set but empty" : "is not set";
  return `expected a value in the environment (got nothing: ${name} ${state})`;
}
