import { parseArgs } from "node:util";
import { judgeReference } from "./judge-reference.ts";
import { idsWith } from "./judge-target.ts";

/** Judges the reference at quick depth with many seeds: a conformant server is accused with none of them. */
const { values } = parseArgs({
  options: { from: { type: "string", default: "1" }, to: { type: "string", default: "200" } },
});
let accused = 0;
for (let seed = Number(values.from); seed <= Number(values.to); seed += 1) {
  for (const mode of ["api-key", "signed"] as const) {
    const report = await judgeReference({ mode, seed, depth: "quick" });
    const wrong = [
      ...idsWith(report, "failed"),
      ...idsWith(report, "errored"),
      ...idsWith(report, "inconclusive"),
    ];
    if (wrong.length === 0) continue;
    accused += 1;
    console.error(`seed ${seed} in ${mode} mode: ${wrong.join(", ")}`);
  }
}
console.info(`seeds ${values.from} to ${values.to}: ${accused} runs not conformant`);
process.exitCode = accused === 0 ? 0 : 1;
