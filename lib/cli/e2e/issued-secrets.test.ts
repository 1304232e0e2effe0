import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runBin } from "../testing/run-bin.ts";
import { servedMcp, TOKENS } from "../testing/served-mcp.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

const CLIENT = '{ id: reference-public, redirectUri: "http://127.0.0.1:8765/callback" }';

test("tokens in this API's own envelope stand in no artefact, nor does what repeats them later", async () => {
  const issued = new Set<string>();
  const target = await servedMcp({ changed: async (answer) => changed(answer, issued) });
  const profile = target.profileWith({ ...TOKENS, client: CLIENT });
  const out = temporaryFolder();
  const args = ["run", "mcp", "--depth", "quick", "--html", "--verbose", "--profile", profile, "--out", out];
  const { stdout, stderr } = await runBin(args);
  expect(stdout).toContain("Verdict");
  expect(issued.size).toBeGreaterThan(3);
  const files = readdirSync(out, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  expect(files.length).toBeGreaterThan(5);
  const texts = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), "utf8"));
  const shown = [...issued].filter((secret) =>
    [stdout, stderr, ...texts].some((text) => text.includes(secret)),
  );
  expect(shown).toEqual([]);
});

/** The tokens of an answer in an envelope; a refusal repeats all that was issued so far. */
async function changed(answer: Response, issued: Set<string>): Promise<Response> {
  const { status, headers } = answer;
  const code = URL.parse(headers.get("location") ?? "")?.searchParams.get("code") ?? "";
  if (code !== "") issued.add(code);
  if (headers.get("content-type")?.startsWith("text/event-stream") === true) return answer;
  const text = await answer.text();
  for (const [, token = ""] of text.matchAll(/"(?:access|refresh)_token":"([^"]+)"/g)) issued.add(token);
  const kept = new Headers(headers);
  kept.delete("content-length");
  if (text.includes('"access_token"'))
    return new Response(`{"code":0,"msg":"success","data":${text}}`, { status, headers: kept });
  if (status < 400) return new Response(text === "" ? null : text, { status, headers: kept });
  return new Response(`${text} ${[...issued].join(" ")}`, { status, headers: kept });
}
