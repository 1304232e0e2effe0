import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readPart } from "./parts.ts";
import { type Proof, proofPage, totals } from "./proof-page.ts";
import { killMatrix, silences } from "./tables.ts";

/** Puts together what the selftest has shown: `reports/proof.md` and `reports/proof.json`. */
const [mutants, variants] = [readPart("mutants"), readPart("variants")];
const proof: Proof = {
  mutants,
  variants,
  opinions: [readPart("second-opinion-api-key"), readPart("second-opinion-signed")],
  servers: readPart("servers").servers,
  realTime: readPart("real-time").runs,
  generated: readPart("generated"),
  matrix: killMatrix(mutants.kills),
  silences: silences(variants),
};
const file = (name: string) => fileURLToPath(new URL(`../../../reports/${name}`, import.meta.url));
writeFileSync(file("proof.md"), proofPage(proof));
writeFileSync(file("proof.json"), `${JSON.stringify({ totals: totals(proof), ...proof }, null, 2)}\n`);
console.info([...totals(proof), "", `The whole: ${file("proof.md")}`].join("\n"));
