// Checks the subjects of commits, one on each line of standard input: their length, their first word and their language.
import { text } from "node:stream/consumers";
import { brokenRules, MESSAGE_RULES } from "../suites/selftest/forbidden-language.ts";

const MAX_CHARS = 72;
const CAPITALIZED_WORD = /^[A-Z][a-z]+(?:-[a-z]+)?$/;
/** Words such as Added, Adding and Adds. */
const INFLECTED_VERB = /(?:[^e]ed|ing|[^s]s)$/;
const UNINFLECTED_VERBS = ["Bring", "Embed", "Focus", "Ping", "Shed"];

/** @param {string} subject */
function problemsOf(subject) {
  const [first = ""] = subject.split(/[ ,]/);
  const isImperative =
    CAPITALIZED_WORD.test(first) && (UNINFLECTED_VERBS.includes(first) || !INFLECTED_VERB.test(first));
  return [
    ...(subject.length > MAX_CHARS ? [`has ${subject.length} characters, the limit is ${MAX_CHARS}`] : []),
    ...(isImperative ? [] : ["must begin with a capitalized imperative verb, such as Add"]),
    ...brokenRules(subject, MESSAGE_RULES).map(
      ({ pattern }) => `contains a forbidden phrase: ${pattern.source}`,
    ),
  ];
}

const subjects = (await text(process.stdin)).split("\n").filter((subject) => subject !== "");
const problems = subjects.flatMap((subject) =>
  problemsOf(subject).map((problem) => `"${subject}": ${problem}`),
);
for (const problem of problems) console.error(problem);
console.log(`Checked ${subjects.length} commit subjects: ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
