import { expect, test } from "vitest";
import { callbackUrlRules, type CallbackUrlRules } from "../../reference/rules/callback-url.ts";
import { type Day, GateOnDays } from "../testing/gate-on-days.ts";
import { LOOSER, SETS } from "../testing/gate-year-releases.ts";

const PAGE = `# A gate for a year

This is what a gate printed in a simulated year. There are three releases of the suite and two sets, and a waiver expires. The releases, the second set and the target are imagined. A test runs the commands on these days and writes this page.

| event                     | a gate that names a set    | a gate without a set |
| ------------------------- | -------------------------- | -------------------- |
| a check becomes stricter  | warns, exit code 0         | fails, exit code 1   |
| a release has a new check | warns, exit code 0         | fails, exit code 1   |
| a check becomes looser    | passes; its waiver must go | the same             |
| a new set is published    | nothing, until it names it | nothing              |
| a waiver expires          | fails, exit code 1         | the same             |
`;
const TERMS = ["--owner", "payments", "--reason", "the old gateway is replaced in March"];
const WAIVE = ["waive", "out", "--profile", "sandbox.yaml", ...TERMS, "--expires", "2027-03-31"];

/** Faults of the target: too long URLs, look-alikes of https, and another scheme. */
const LONG: Partial<CallbackUrlRules> = { withinLimit: (_, url) => url.length <= 1_024 };
const FIRST: Partial<CallbackUrlRules> = { ...LONG, isHttps: (_, url) => /^(https\w*|xmpp):/i.test(url) };
/** The target rejects control characters, as the new check demands. */
const CORRECTED: Partial<CallbackUrlRules> = {
  // oxlint-disable-next-line no-control-regex -- these are the characters
  parses: (url) => !/[\u0000-\u001f]/.test(url) && callbackUrlRules.parses(url),
};

const OLDER = { release: "1.0.0", faults: FIRST, set: SETS.older } as const;
const STRICTER = { ...OLDER, release: "1.1.0" } as const;
const LOOSENED = { ...OLDER, release: "1.2.0" } as const;
const NEWER = { ...LOOSENED, set: SETS.newer } as const;

/** The days with the exit code of each command. */
const YEAR: readonly (Day & { readonly code: number })[] = [
  {
    ...OLDER,
    date: "2026-10-05",
    title: "the first night",
    comment: "The target has two failures.",
    code: 1,
  },
  {
    ...OLDER,
    date: "2026-10-06",
    title: "the team accepts both until March",
    comment: "The waivers name the set.",
    args: WAIVE,
    code: 0,
  },
  { ...OLDER, date: "2026-10-07", title: "the second night", comment: "Both failures are waived.", code: 0 },
  {
    ...STRICTER,
    date: "2027-01-12",
    title: "a release with a stricter check and a new one",
    comment: "Both fail the target. In this set they only warn.",
    code: 0,
  },
  {
    ...STRICTER,
    date: "2027-01-12",
    title: "the list of sets",
    comment: "It counts both checks.",
    args: ["list", "--sets"],
    code: 0,
  },
  {
    ...STRICTER,
    set: undefined,
    date: "2027-01-13",
    title: "a nightly run without a set",
    comment: "It shows the new failures before the gate does.",
    code: 1,
  },
  {
    ...LOOSENED,
    date: "2027-02-16",
    title: "a release with a looser check",
    comment: "The check passes now, so its waiver must go. The release also has the set 2027-02-01.",
    code: 1,
  },
  {
    ...LOOSENED,
    withoutWaivers: LOOSER,
    date: "2027-02-17",
    title: "the team removes that waiver",
    comment: "The new set changes nothing yet.",
    code: 0,
  },
  {
    ...NEWER,
    date: "2027-03-01",
    title: "the profile names the new set",
    comment: "Both checks count now.",
    code: 1,
  },
  {
    ...NEWER,
    faults: { ...CORRECTED, ...LONG },
    date: "2027-03-08",
    title: "the team corrects the target",
    comment: "Only the waived failure remains.",
    code: 0,
  },
  {
    ...NEWER,
    faults: { ...CORRECTED, ...LONG },
    date: "2027-04-01",
    title: "the waiver has expired",
    comment: "Its last day was yesterday.",
    code: 1,
  },
  {
    ...NEWER,
    faults: CORRECTED,
    date: "2027-04-12",
    title: "the old gateway is replaced",
    comment: "The waiver has no use any more.",
    code: 1,
  },
  {
    ...NEWER,
    faults: CORRECTED,
    withoutWaivers: "callback-url",
    date: "2027-04-13",
    title: "the team removes the waiver",
    comment: "Nothing is accepted any more.",
    code: 0,
  },
];

test(
  "a year of a gate: three releases of the suite, two sets, and a waiver that expires",
  { timeout: 240_000 },
  async () => {
    const gate = new GateOnDays();
    for (const { code, ...day } of YEAR) {
      expect(await gate.run(day), `${day.date}: ${day.title}`).toBe(code);
    }
    await expect(`${PAGE}\n${gate.page}`).toMatchFileSnapshot("../../../config/guides/gate-year.md");
  },
);
