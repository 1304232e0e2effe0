import {
  type Document,
  type Node,
  type Pair,
  type Scalar,
  type YAMLError,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
} from "yaml";
import { type FieldPath, fieldName } from "../fields/field-path.ts";
import { type Position, type ProfileProblem, ProfileError } from "../fields/profile-error.ts";

/** A parsed YAML file with the position of every part. */
export interface YamlSource {
  /** Syntax errors and duplicate keys. */
  readonly problems: readonly ProfileProblem[];
  /** Whether the structure is reliable: at worst it has a duplicate key. */
  readonly readable: boolean;
  /** @throws {ProfileError} for aliases without an anchor, inside their own anchor, or that multiply the data too often */
  readonly data: () => unknown;
  /** Every scalar value, once, with its path. A change of its `value` changes {@link data}. */
  readonly scalars: () => Generator<{ readonly node: Scalar; readonly path: FieldPath }>;
  readonly nodeAt: (path: FieldPath) => Node | undefined;
  /** The position of the value, else of its key, else of the nearest enclosing key. */
  readonly valuePosition: (path: FieldPath) => Position;
  /** The position of the key, else of the nearest enclosing key. */
  readonly keyPosition: (path: FieldPath) => Position;
}

/** @param file the name under which the file is shown. */
export function yamlSource(text: string, file: string): YamlSource {
  const lines = new LineCounter();
  const options = { lineCounter: lines, prettyErrors: false, merge: true, logLevel: "error" } as const;
  const document = parseDocument(text, options);
  const position = (offset: number | undefined): Position => {
    const { line, col } = lines.linePos(offset ?? 0);
    return { file, line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const problemOf = (error: YAMLError): ProfileProblem => ({
    ...position(error.pos[0]),
    ...wording(document, error),
  });
  const faults = [...document.errors, ...document.warnings];
  return {
    problems: faults.map(problemOf),
    readable: faults.every((fault) => fault.code === "DUPLICATE_KEY"),
    scalars: () => scalarsBelow(document.contents, []),
    nodeAt: (path) => trace(document, path).value,
    valuePosition: (path) => {
      const { value, keys } = trace(document, path);
      return position(value?.range?.[0] ?? keys.at(-1)?.range?.[0]);
    },
    keyPosition: (path) => position(trace(document, path).keys.at(-1)?.range?.[0]),
    data: () => {
      try {
        const data: unknown = document.toJS();
        JSON.stringify(data);
        return data;
      } catch (error) {
        const why = error instanceof TypeError ? "an alias is inside its own anchor" : String(error);
        const message = `not YAML that can be read: ${why}`;
        throw new ProfileError([{ ...position(0), field: "", message }]);
      }
    },
  };
}

function wording(document: Document, error: YAMLError): Pick<ProfileProblem, "field" | "message"> {
  if (error.code !== "DUPLICATE_KEY") return { field: "", message: `not YAML: ${error.message}` };
  const path = pathOfKey(document.contents, error.pos[0], []);
  return { field: fieldName(path ?? []), message: "expected each field once (got it a second time)" };
}

function pathOfKey(node: unknown, offset: number, path: FieldPath): FieldPath | undefined {
  for (const [key, child, keyNode] of children(node)) {
    const here = [...path, key];
    const found = isNode(keyNode) && keyNode.range?.[0] === offset ? here : pathOfKey(child, offset, here);
    if (found !== undefined) return found;
  }
  return undefined;
}

function* scalarsBelow(node: unknown, path: FieldPath): Generator<{ node: Scalar; path: FieldPath }> {
  if (isScalar(node)) yield { node, path };
  for (const [key, child] of children(node)) yield* scalarsBelow(child, [...path, key]);
}

/** Follows a path. Returns its last node, if it exists, and the nodes of the keys on the way. */
function trace(document: Document, path: FieldPath): { value: Node | undefined; keys: Node[] } {
  let value: unknown = document.contents;
  const keys: Node[] = [];
  for (const step of path) {
    if (isAlias(value)) value = value.resolve(document);
    const child = childAt(value, step);
    if (child === undefined) return { value: undefined, keys };
    value = child.value;
    if (isNode(child.key)) keys.push(child.key);
  }
  return { value: isNode(value) ? value : undefined, keys };
}

function childAt(
  node: unknown,
  step: FieldPath[number],
): { readonly value: unknown; readonly key: unknown } | undefined {
  if (isMap(node)) return node.items.findLast(({ key }) => keyText(key) === step);
  const item = isSeq(node) && typeof step === "number" ? node.items[step] : undefined;
  return item === undefined ? undefined : { value: item, key: item };
}

function children(
  node: unknown,
): readonly (readonly [key: string | number, child: unknown, keyNode: unknown])[] {
  if (isSeq(node)) return node.items.map((item, index) => [index, item, item] as const);
  if (!isMap(node)) return [];
  return node.items.map((pair: Pair) => [keyText(pair.key), pair.value, pair.key] as const);
}

function keyText(key: unknown): string {
  return String(isScalar(key) ? key.value : key);
}
