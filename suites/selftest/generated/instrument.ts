import { registerHooks } from "node:module";
import { parseAst } from "vitest/node";
import type { createReference } from "../../../lib/reference/reference.ts";
import { type GeneratedMutant, mutatedSources, type Mutation, REFERENCE } from "./mutations.ts";
import { childSites, isNode, type Site, type SyntaxNode } from "./syntax.ts";

/** A mutation and the number by which it is switched on. */
type Numbered = readonly [number: number, mutation: Mutation];

/**
 * The source with every mutation in it, each behind a switch: `isActive(number) ? changed : original`.
 *
 * @param switches the address of the module that exports `isActive`.
 */
export function instrument(source: string, mutations: readonly Numbered[], switches: string): string {
  const program: unknown = parseAst(source, { lang: "ts" });
  if (!isNode(program)) throw new Error("Cannot instrument the source: it has no syntax tree");
  const at = Map.groupBy(mutations, ([, { start, end }]) => `${start}-${end}`);
  const render = ({ node, parent }: Site): string => {
    let text = "";
    let position = node.start;
    for (const child of childSites(node)) {
      text += source.slice(position, child.node.start) + render(child);
      position = child.node.end;
    }
    text += source.slice(position, node.end);
    const isOutermost = parent === undefined || parent.start !== node.start || parent.end !== node.end;
    return isOutermost ? switched(node, text, at) : text;
  };
  const head = `import { isActive as isActive$ } from ${JSON.stringify(switches)};`;
  return (
    head +
    source.slice(0, program.start) +
    render({ node: program, key: "", parent: undefined }) +
    source.slice(program.end)
  );
}

function switched(node: SyntaxNode, text: string, at: ReadonlyMap<string, readonly Numbered[]>): string {
  const here = at.get(`${node.start}-${node.end}`) ?? [];
  if (here.length === 0) return text;
  const [first] = here;
  if (node.type === "BlockStatement") {
    const exits = here.map(([number, { code }]) => `if (isActive$(${number})) ${code}`);
    return `{${exits.join(" ")}${text.slice(1)}`;
  }
  if (node.type.endsWith("Statement")) return `{ if (!isActive$(${first?.[0]})) ${text} }`;
  const choices = here.map(([number, { code }]) => `isActive$(${number}) ? (${code}) : `);
  return `(${choices.join("")}${text})`;
}

/** From here on this thread loads the reference with all mutants in it, whoever imports it. */
export function loadInstrumented(mutants: readonly GeneratedMutant[]): void {
  const switches = new URL("active-mutant.ts", import.meta.url).href;
  const numbered = mutants.map((mutant, number) => [number, mutant] as const);
  const sources = new Map(
    [...mutatedSources()].map(([file, source]) => [
      new URL(file, REFERENCE).href,
      instrument(
        source,
        numbered.filter(([, mutant]) => mutant.file === file),
        switches,
      ),
    ]),
  );
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      const { search } = new URL(context.parentURL ?? "file:///");
      const isFresh = search !== "" && resolved.url.startsWith(REFERENCE.href);
      return isFresh ? { ...resolved, url: `${resolved.url}${search}` } : resolved;
    },
    load(url, context, next) {
      const source = sources.get(url.replace(/\?.*$/, ""));
      return source === undefined
        ? next(url, context)
        : { format: "module-typescript", source, shortCircuit: true };
    },
  });
}

let loads = 0;

/** The reference loaded anew, for a mutation of what is evaluated when a module is loaded. */
export async function freshReference(): Promise<typeof createReference> {
  loads += 1;
  const loaded: { createReference: typeof createReference } = await import(
    new URL(`reference.ts?load=${loads}`, REFERENCE).href
  );
  return loaded.createReference;
}
