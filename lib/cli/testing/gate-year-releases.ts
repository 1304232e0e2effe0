import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suiteIdentity } from "../../package/package-root.ts";
import { isNormative, strengthOf } from "../../engine/catalogue.ts";
import { catalogue } from "../catalogue.ts";
import { changedPackage, type SourceChange } from "./changed-package.ts";

const FILE = "suites/webhook/callback-url/requirements.ts";
const STRICTER = "callback-url.https-only";
const NEW = "callback-url.control-characters";
export const LOOSER = "callback-url.look-alike-scheme";
/** Sets of three dates of the document. The last date is imagined. */
export const SETS = { oldest: "2026-07-31", older: "2026-09-22", newer: "2027-02-01" };

/** The first two sets have all present checks, so that only the changes below are newer or stronger. */
const PRESENT = Object.fromEntries(
  catalogue.requirements.filter(isNormative).map((one) => [one.id, strengthOf(one)]),
);

/** A check that also refuses the scheme xmpp, and a new check. */
const CHANGES_1_1: readonly SourceChange[] = [
  {
    file: FILE,
    from: `inferred("${STRICTER}", {`,
    to: `inferred("${STRICTER}", {\n  strength: 2,`,
  },
  {
    file: FILE,
    from: "    await assertRejectsOffences(context, offending.otherScheme(urls));\n",
    to: `    const xmpp = urls.fresh().replace("https:", "xmpp:");
    await assertRejectsOffences(context, [offenceByUrl("the scheme xmpp", xmpp, urls.fresh())]);
    await assertRejectsOffences(context, offending.otherScheme(urls));\n`,
  },
  {
    file: FILE,
    from: "function overHttp(",
    to: `export const refusesControlCharacters = inferred("${NEW}", {
  sections: ["2.2"],
  text: "A callback URL with a control character in its path is refused.",
  because: RULE,
  check: async (context) => {
    const url = context.urls.fresh();
    const offence = offenceByUrl("a control character", \`\${url}/\\u0001\`, url);
    await assertRejectsOffences(context, [offence]);
  },
});

function overHttp(`,
  },
];

/** A check that passes what it failed before. */
const CHANGES_1_2: readonly SourceChange[] = [
  ...CHANGES_1_1,
  {
    file: FILE,
    from: "    await assertRejectsOffences(context, offending.lookAlikeScheme(context.urls));\n",
    to: "    await context.merchant.query();\n",
  },
];

/** Three releases of the suite, each as the root of its package. */
export function gateYearReleases(): Readonly<Record<"1.0.0" | "1.1.0" | "1.2.0", string>> {
  const last = release("1.2.0", CHANGES_1_2);
  storeSet(last, SETS.newer, { ...PRESENT, [STRICTER]: 2, [NEW]: 1 });
  return { "1.0.0": release("1.0.0", []), "1.1.0": release("1.1.0", CHANGES_1_1), "1.2.0": last };
}

function release(version: string, changes: readonly SourceChange[]): string {
  const from = `"version": "${suiteIdentity().version}"`;
  const root = changedPackage([{ file: "package.json", from, to: `"version": "${version}"` }, ...changes]);
  rmSync(join(root, "suites/sets"), { recursive: true });
  mkdirSync(join(root, "suites/sets"));
  for (const name of [SETS.oldest, SETS.older]) storeSet(root, name, PRESENT);
  return root;
}

function storeSet(root: string, name: string, requirements: Readonly<Record<string, number>>): void {
  writeFileSync(join(root, `suites/sets/${name}.json`), JSON.stringify({ name, requirements }));
}
