import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runBin } from "../testing/run-bin.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

/** This machine, by an address that does not count as loopback, so that consent is needed; nobody answers there. */
const OWN = "https://0.0.0.0:1";
const OTHER = "https://0.0.0.0:2";

test.each(["run", "observe"])("consent of a profile holds for its own address: %s", async (command) => {
  const file = join(temporaryFolder(), "sandbox.yaml");
  writeFileSync(
    file,
    `name: sandbox\nbaseUrl: ${OWN}\ndisposable: true\nauth: { mode: api-key }\n` +
      "merchants: [{ name: alpha, apiKey: key-of-alpha }]\nlimits: { retries: 0 }\n",
  );
  const at = [command, "query", "--profile", file, "--out", temporaryFolder()];
  const refused = { code: 2, stdout: "", stderr: expect.stringContaining(`consent for ${OWN} only`) };
  expect(await runBin([...at, "--base-url", OTHER])).toEqual(refused);
  expect(await runBin(at, { env: { CONFORMANCE_BASE_URL: OTHER } })).toEqual(refused);

  expect(await runBin([...at, "--base-url", `${OWN}/`])).toMatchObject({ code: 4 });
  expect(await runBin([...at, "--base-url", OTHER, "--disposable"])).toMatchObject({ code: 4 });
  const env = { CONFORMANCE_BASE_URL: OTHER, CONFORMANCE_DISPOSABLE: "true" };
  expect(await runBin(at, { env })).toMatchObject({ code: 4 });
});
