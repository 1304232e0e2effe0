// Sums the results of a run up: one marker file per step, one JSON report per kind of test.
const fs = require("node:fs");
const path = require("node:path");

const folder = process.argv[2];
const files = fs.readdirSync(folder);
const total = {
  passed: files.filter((file) => file.endsWith(".passed")).length,
  failed: files.filter((file) => file.endsWith(".failed")).length,
};
for (const name of files.filter((file) => file.endsWith(".failed"))) console.log(`failed: ${name}`);
for (const kind of ["short", "long"]) {
  const report = path.join(folder, `${kind}.json`);
  const {
    numPassedTests = 0,
    numFailedTests = 0,
    testResults = [],
  } = fs.existsSync(report) ? JSON.parse(fs.readFileSync(report, "utf8")) : {};
  const endedBadly = fs.existsSync(path.join(folder, `${kind}.ended-badly`)) || !fs.existsSync(report);
  total.passed += numPassedTests;
  total.failed += endedBadly ? Math.max(1, numFailedTests) : numFailedTests;
  for (const { name, assertionResults, message } of testResults) {
    for (const { status, fullName, failureMessages } of assertionResults) {
      if (status === "failed") console.log(`failed: ${name}: ${fullName}\n${failureMessages.join("\n")}`);
    }
    if (message) console.log(`failed: ${name}: ${message}`);
  }
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
