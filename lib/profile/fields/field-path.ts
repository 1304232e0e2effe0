/** The path of a field in a YAML document, for example `["merchants", 0, "apiKey"]`. */
export type FieldPath = readonly PropertyKey[];

/** The field as users read it: `merchants[0].apiKey`, `pins["query.answer"]`. */
export function fieldName(path: FieldPath): string {
  return path.reduce<string>((name, key) => {
    if (typeof key === "number") return `${name}[${key}]`;
    const text = String(key);
    if (!/^[\w-]+$/.test(text)) return `${name}["${text}"]`;
    return name === "" ? text : `${name}.${text}`;
  }, "");
}

/** The value at a path of plain data. Undefined: the path leads nowhere. */
export function valueAtPath(data: unknown, path: FieldPath): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined),
    data,
  );
}

/** Puts a value at a path of plain data, if its parent is there. */
export function putAtPath(data: unknown, path: FieldPath, value: unknown): void {
  const [parent, key] = [valueAtPath(data, path.slice(0, -1)), path.at(-1)];
  if (key !== undefined && typeof parent === "object" && parent !== null) Reflect.set(parent, key, value);
}
