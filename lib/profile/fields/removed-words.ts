const WAIVE = "use `waive <results>`, which accepts the failures of a run by waivers";
const SIGN = "sign conformance.json with a common tool: see config/guides/pipelines.md";
const PIN = "pin the version of the package in your lock file";

/** Removed options, commands, variables of the environment and fields of the profile, with what to use instead. */
const REMOVED: ReadonlyMap<string, string> = new Map([
  ["--baseline", WAIVE],
  ["CONFORMANCE_BASELINE", WAIVE],
  ["run.baseline", WAIVE],
  ["attest", SIGN],
  ["--set", PIN],
  ["--sets", PIN],
  ["CONFORMANCE_SET", PIN],
  ["set", PIN],
]);

/** Says what to use instead of a word that was removed. Undefined: it was not removed. */
export function removalOf(word: string): string | undefined {
  const instead = REMOVED.get(word);
  return instead === undefined ? undefined : `was removed: ${instead}`;
}
