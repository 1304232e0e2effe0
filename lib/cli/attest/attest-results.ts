import { createHash } from "node:crypto";
import { type DeploymentDigest, deploymentDigest } from "../../profile/deployment-digest.ts";
import { restrictionText } from "../../reporters/restriction-text.ts";
import { toJson } from "../../reporters/to-json.ts";
import { readResultFile, type StoredResult } from "../compare/read-result.ts";
import { UnreadableResultError } from "../compare/unreadable-result-error.ts";
import { UsageError } from "../usage-error.ts";
import { PREDICATE_TYPE, testResultOf } from "./test-result.ts";

const STATEMENT_TYPE = "https://in-toto.io/Statement/v1";
/** The verdicts of runs that checked everything that applies. */
const COMPLETE: readonly string[] = ["conformant", "non-conformant"];

/**
 * The in-toto statement about the result of a run, as JSON.
 * @param place a folder of results, or its conformance.json
 * @throws {UsageError} with the correction
 */
export function attestResults(
  place: string,
  { subject = [], predicate }: { readonly subject?: readonly string[]; readonly predicate: boolean },
): string {
  const given = subject.map(parseSubject);
  const { result, text } = resultAt(place);
  assertComplete(result, place);
  const testResult = testResultOf(result);
  if (predicate) return toJson(testResult);
  const deployed = deploymentDigest(result.deployment ?? "");
  const subjects = [...(deployed === undefined ? [] : [deployed]), ...given];
  const sha256 = createHash("sha256").update(text).digest("hex");
  return toJson({
    _type: STATEMENT_TYPE,
    subject: [{ name: "conformance.json", digest: { sha256 } }, ...subjects],
    predicateType: PREDICATE_TYPE,
    predicate: testResult,
  });
}

function parseSubject(given: string): DeploymentDigest {
  const subject = deploymentDigest(given);
  if (subject !== undefined) return subject;
  throw new UsageError(
    `--subject  expected name@sha256: and 64 digits of lower-case hex (got ${JSON.stringify(given)})`,
  );
}

function resultAt(place: string): ReturnType<typeof readResultFile> {
  try {
    return readResultFile(place);
  } catch (error) {
    if (error instanceof UnreadableResultError) throw new UsageError(`Cannot attest ${error.message}`);
    throw error;
  }
}

function assertComplete({ verdict, reason, selection, checks }: StoredResult, place: string): void {
  const refuse = (why: string) => {
    throw new UsageError(`Cannot attest ${place}: ${why}`);
  };
  if (checks.length === 0) refuse(`it contains no checks${reason === undefined ? "" : ` (${reason})`}`);
  if (!COMPLETE.includes(verdict)) {
    refuse(
      `its verdict is ${verdict}. An attestation needs a run that checked everything that applies: see --require-full`,
    );
  }
  const restriction = restrictionText(selection);
  if (restriction !== undefined) refuse(`the run was restricted (${restriction})`);
  const left = checks.filter(isLeftOut).length;
  if (left > 0) refuse(`${left} of its checks are uncovered or inconclusive`);
}

/** Whether a check that counts was not decided, for another reason than a failure that the run shows. */
function isLeftOut({ verdict, follows, outsideSet }: StoredResult["checks"][number]): boolean {
  const isUndecided = verdict === "uncovered" || (verdict === "inconclusive" && follows === undefined);
  return isUndecided && outsideSet === undefined;
}
