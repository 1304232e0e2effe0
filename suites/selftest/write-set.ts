import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { catalogue } from "../../lib/cli/catalogue.ts";
import { packageRoot, suitesFolder } from "../../lib/package/package-root.ts";
import { publishedSets } from "./changelog.ts";
import { presentSet } from "./present-set.ts";

const [name = "", ...without] = process.argv.slice(2);
const unknown = without.filter((id) => catalogue.find(id) === undefined);
if (!/^\d{4}-\d\d-\d\d$/.test(name) || unknown.length > 0) {
  process.stderr.write(
    "Usage: node suites/selftest/write-set.ts <date of the document> [id to leave out…]\n",
  );
  process.exit(2);
}
const file = join(suitesFolder, "sets", `${name}.json`);
const changelog = readFileSync(join(packageRoot, "CHANGELOG.md"), "utf8");
if (publishedSets(changelog, [name]).length > 0) {
  process.stderr.write(`Cannot write the set ${name}: a release has it, and a published set never changes\n`);
  process.exit(2);
}
const text = `${JSON.stringify(presentSet(name, without), null, 2)}\n`;
writeFileSync(file, text);
const digest = createHash("sha256").update(text).digest("hex");
process.stdout.write(`Add to DIGESTS in suites/selftest/sets.test.ts:\n  "${name}": "${digest}",\n`);
