import { Session } from "node:inspector/promises";
import { readFileSync } from "node:fs";
import type { Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { catalogue } from "../../lib/cli/catalogue.ts";
import { answerText, type ReceivedRequest, scriptedServer } from "../../lib/http/testing/scripted-server.ts";
import { parseProfile } from "../../lib/profile/load/load-profile.ts";
import { openTarget } from "../../lib/session/open-target.ts";

const root = new URL("../..", import.meta.url);
/** The check that is measured listens to no answer: what its own rule runs is no part of an exchange. */
const CHECK = "callback-url.ordinary-syntax";
/** Before it is measured, a run has learned what it learns of its first answers. */
const EXCHANGES_BEFORE = 3;

/** A server that stores a callback URL and shows it. */
function answering(): (socket: Socket, request: ReceivedRequest) => void {
  let callbackUrl: unknown;
  return (socket, { text }) => {
    const isQuery = text.includes("/webhook/query");
    if (!isQuery)
      callbackUrl = Reflect.get(Object(JSON.parse(text.split("\r\n\r\n")[1] ?? "")), "callbackUrl");
    const updateTime = "2026-04-21T10:00:00Z";
    const configuration = {
      id: 1,
      merchantId: "m",
      callbackUrl,
      status: 1,
      createTime: updateTime,
      updateTime,
    };
    const body = JSON.stringify({ code: 0, msg: "success", data: isQuery ? configuration : true });
    const headers = ["Content-Type: application/json", `Date: ${new Date().toUTCString()}`];
    socket.write(answerText(body, headers));
  };
}

/** A merchant of a profile in `config/profiles`, before a server that answers at once. */
async function openMerchant(name: string) {
  const server = await scriptedServer(answering());
  const text = readFileSync(new URL(`config/profiles/${name}.yaml`, root), "utf8");
  const baseUrl = `baseUrl: http://127.0.0.1:${server.port}`;
  const { profile } = parseProfile(
    text.replace(/^baseUrl: .*$/m, baseUrl).replace(/^mcp:[^]*?^(?=\w)/m, ""),
    "/p.yaml",
    {},
  );
  const setup = { profile, depth: "quick", seed: 1, runId: "cc-exchange00" } as const;
  const target = await openTarget(
    setup,
    catalogue.requirements.filter(({ id }) => id === CHECK),
  );
  onTestFinished(async () => {
    await target.close();
    await server[Symbol.asyncDispose]();
  });
  const { merchants, urls } = target.shared;
  const [merchant] = merchants;
  if (merchant === undefined) throw new Error(`The profile ${name} has no merchant`);
  return { register: async () => merchant.register(urls.fresh()), query: async () => merchant.query() };
}

/** The files of the product in which a function runs while something is done. */
async function filesThatRun(session: Session, act: () => Promise<unknown>): Promise<readonly string[]> {
  await session.post("Profiler.takePreciseCoverage");
  await act();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  return result
    .filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
    .map(({ url }) => (url.startsWith("file:") ? fileURLToPath(url) : url))
    .filter((path) => path.startsWith(fileURLToPath(root)))
    .map((path) => path.slice(fileURLToPath(root).length))
    .filter((path) => /^(?:lib|suites)\//.test(path) && !/\/testing\/|\/selftest\//.test(path));
}

/** The files that run for one register or one query, in alphabetical order. */
async function filesPerExchange(profile: string): Promise<readonly string[]> {
  const { register, query } = await openMerchant(profile);
  for (let time = 0; time < EXCHANGES_BEFORE; time += 1) {
    await register();
    await query();
  }
  const session = new Session();
  session.connect();
  onTestFinished(() => session.disconnect());
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  const files = [...(await filesThatRun(session, register)), ...(await filesThatRun(session, query))];
  return [...new Set(files)].toSorted();
}

test.each([
  { profile: "reference", most: 38 },
  { profile: "reference-signed", most: 40 },
])(
  "functions of at most $most files run for one exchange by the profile $profile",
  async ({ profile, most }) => {
    const files = await filesPerExchange(profile);
    expect(files).toContain("lib/api/exchange/sender.ts");
    expect(files.length > most ? files : []).toEqual([]);
  },
);
