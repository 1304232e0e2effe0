import { valueAtPath } from "./field-path.ts";
import type { FieldProblem } from "./interpolate.ts";
import { CHANGING, isReading, needsPath, operationPath } from "./operation-schema.ts";

/** Checks the paths of the operations of a profile. */
export function operationPathProblems(data: unknown): readonly FieldProblem[] {
  const operations = valueAtPath(data, ["operations"]);
  if (typeof operations !== "object" || operations === null) return [];
  const all = Object.keys(operations).map((name) => {
    const path = valueAtPath(operations, [name, "path"]);
    const given = typeof path === "string" ? { path } : {};
    return { name, given, reads: isReading(name, given), path: comparable(operationPath(name, given)) };
  });
  const changing = all.filter(({ reads }) => !reads).map(({ path }) => path);
  return all.flatMap(({ name, given, reads, path }) => {
    if (given.path === undefined) return needsPath(name) ? [problem(name, `${NOT_SHOWN} (got nothing)`)] : [];
    const changes = changing.includes(path) || CHANGING.some((known) => path.endsWith(`/${known}`));
    return reads && changes ? [problem(name, `${READS} (got ${JSON.stringify(given.path)})`)] : [];
  });
}

const NOT_SHOWN = "expected a path, which the API document does not show";
const READS = "expected the path of an operation that changes nothing";

/** Makes spellings equal that most servers treat as the same path. */
function comparable(path: string): string {
  const pathname = URL.parse(`http://target.invalid${path}`)?.pathname;
  return decoded(pathname ?? path)
    .toLowerCase()
    .replace(/(?<!\/)\/+$/, "");
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function problem(name: string, message: string): FieldProblem {
  return { path: ["operations", name, "path"], message };
}
