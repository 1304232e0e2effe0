import { expect, test } from "vitest";
import { readSource, sourceFiles } from "./sources.ts";

/** Modules that can open a connection, or look up a name. */
const MODULES =
  /(?:from|import|require)\s*\(?\s*["']((?:node:)?(?:https?|http2|net|tls|dgram|dns|dns\/promises)|undici)["']/g;
const GLOBALS =
  /(?:\b(?:await|return|void)\s|=>?\s|[(,:?])\s*(?:globalThis\.)?fetch\s*\(|new (?:WebSocket|EventSource)\b/;

/** The few files outside of `lib/http` that import such a module, and what for. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  "lib/receiver/front.ts": "listens",
  "lib/receiver/self-signed-certificate.ts": "tells addresses from names",
  "lib/receiver/taking-in.ts": "looks at the sockets of requests that came",
  "lib/cli/doctor/examine-route.ts": "tells addresses from names",
  "lib/reference/serve-reference.ts": "serves the reference",
  "lib/reference/delivery/post-by-undici.ts": "is the reference, which delivers",
};

const product = sourceFiles.filter(
  (file) => file.startsWith("lib/") && !/\.test\.ts$|\/testing\//.test(file),
);

/** The modules that a file loads when it runs. */
function modulesOf(file: string): readonly string[] {
  const code = readSource(file).replaceAll(/import type [^;]*;/g, "");
  return [...code.matchAll(MODULES)].map(([, name = ""]) => name);
}

test("nothing but lib/http opens a connection, apart from what listens and the reference", () => {
  const opening = product.filter((file) => !file.startsWith("lib/http/") && modulesOf(file).length > 0);
  expect(opening.toSorted()).toEqual(Object.keys(EXCEPTIONS).toSorted());
});

test("nothing asks by the means of the platform", () => {
  const asking = product.filter((file) => GLOBALS.test(withoutText(file)));
  expect(asking).toEqual([]);
});

test("in lib/http each file that opens a connection has the rule for where requests go look the name up", () => {
  const opening = product
    .filter((file) => file.startsWith("lib/http/") && modulesOf(file).some((name) => name !== "node:net"))
    .toSorted();
  expect(opening).toEqual([
    "lib/http/connection.ts",
    "lib/http/egress.ts",
    "lib/http/environment-agent.ts",
    "lib/http/open-tls.ts",
  ]);
  for (const file of opening.filter((name) => name !== "lib/http/egress.ts"))
    expect(readSource(file)).toContain("lookup: egress.lookup");
});

/** The code of a file without comments and texts. */
function withoutText(file: string): string {
  return readSource(file).replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g, "");
}
