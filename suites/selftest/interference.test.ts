import { expect, test } from "vitest";
import { type Interfering, judgeInterfered } from "./interference.ts";

const FIRST = 20;
/** Near the end of a run at quick depth. */
const LATE = 360;

const every =
  (requests: number, act: Interfering): Interfering =>
  async (request, other) => {
    if (request > FIRST && request % requests === 0) await act(request, other);
  };

const interferences: Readonly<Record<string, Interfering>> = {
  "another client's URLs": every(7, async (request, other) =>
    other.register("alpha", `https://someone.else.example/${request}`),
  ),
  "another client's one URL": every(19, async (_, other) =>
    other.register("alpha", "https://someone.else.example/"),
  ),
  "the URLs of another run": every(3, async (request, other) =>
    other.register("alpha", `https://callback.conformance.example/cc-otherother/hook/${request}`),
  ),
  "the disables of another run, whose URL shows only later": async (request, other) => {
    if (request <= FIRST || request % 5 !== 0) return;
    if (request < LATE) await other.disable("alpha");
    else await other.register("alpha", "https://callback.conformance.example/cc-otherother/hook/1");
  },
  "the second merchant's": every(7, async (request, other) =>
    other.register("beta", `https://someone.else.example/${request}`),
  ),
};

test.concurrent.each(Object.entries(interferences))(
  "%s: requests of another client fail no target, and are reported",
  async (_, interfering) => {
    const [checks = []] = await judgeInterfered(interfering);
    const failed = checks.filter(({ verdict }) => verdict === "failed" || verdict === "errored");
    expect(failed).toEqual([]);
    const undecided = checks.filter(({ verdict }) => verdict === "inconclusive");
    expect(undecided.map(({ reason }) => reason).join("\n")).toMatch(
      /Another client is changing this configuration: its callback URL is .*Run again when no other client/,
    );
  },
);

test("two runs from different machines: neither accuses the target", async () => {
  const runs = await judgeInterfered(async () => undefined, 2);
  const accusing = runs.flat().filter(({ verdict }) => verdict === "failed" || verdict === "errored");
  expect(runs).toHaveLength(2);
  expect(accusing).toEqual([]);
});
