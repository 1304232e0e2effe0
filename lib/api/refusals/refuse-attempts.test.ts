import { expect, test } from "vitest";
import { InconclusiveError, Violation } from "../../engine/record/verdict.ts";
import type { Attempt, Situation } from "./attempt.ts";
import { refuseAttempts } from "./refuse-attempts.ts";

/** The behaviour of a target towards the attempts of one name. */
type Behaviour =
  | "refuses"
  | "grants"
  | "is silent"
  | "obeys"
  | "accepts"
  | "accepts and obeys later"
  | "obeys the second";

/** A target that refuses everything but what is named, and notes what it receives. */
class FakeTarget {
  readonly received: string[] = [];
  readonly #behaviours: Readonly<Record<string, Behaviour>>;
  #isDisturbed = false;
  #inARow = 0;

  constructor(behaviours: Readonly<Record<string, Behaviour>>) {
    this.#behaviours = behaviours;
  }

  attempt(offence: string, door: string, more: Partial<Attempt> = {}): Attempt {
    const name = `${door} with ${offence}`;
    return { name, offence, door, send: async () => this.#receive(name), ...more };
  }

  readonly situation: Situation = {
    tellingRepetitions: 3,
    mayBlameTogether: () => true,
    enter: async () => {
      this.#isDisturbed = false;
      this.#inARow = 0;
    },
    movedBy: async () => (this.#isDisturbed ? ["status"] : []),
    isUnsteady: async () => false,
    accuse: ({ name }) => {
      throw new Violation({ expected: `${name} to have no effect`, actual: "an effect" });
    },
  };

  async #receive(name: string) {
    const isFirst = !this.received.includes(name);
    this.received.push(name);
    const behaviour = this.#behaviours[name] ?? "refuses";
    const isLate = behaviour === "accepts and obeys later" && !isFirst;
    if (behaviour === "obeys" || isLate) this.#isDisturbed = true;
    if (behaviour === "obeys the second") this.#isDisturbed ||= (this.#inARow += 1) > 1;
    if (behaviour === "is silent") return undefined;
    return {
      isGranted: behaviour === "grants",
      isProof: true,
      isAllowed: behaviour === "accepts" || isLate,
      exchange: this.received.length,
      evidence: { actual: behaviour },
    };
  }
}

const DOORS = ["register", "query", "disable"];

test("attempts that are refused and have no effect are sent once each", async () => {
  const target = new FakeTarget({});
  const attempts = DOORS.map((door) => target.attempt("no key", door));
  await refuseAttempts(attempts, target);
  expect(target.received).toEqual(["register with no key", "query with no key", "disable with no key"]);
});

test("a granted attempt is a violation, which names how far the fault reaches", async () => {
  const target = new FakeTarget({ "query with no key": "grants", "query with an empty key": "grants" });
  const attempts = ["no key", "an empty key"].flatMap((offence) =>
    DOORS.map((door) => target.attempt(offence, door)),
  );
  const error = await refuseAttempts(attempts, target).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Violation);
  const evidence = error instanceof Violation ? error.evidence : undefined;
  expect(evidence).toMatchObject({ expected: "query with no key to be refused", exchange: 2 });
  expect(evidence?.reach?.map((exchange) => target.received[exchange - 1])).toEqual([
    "query with an empty key",
  ]);
});

test("the search for an effect finds the attempt that has it each time", async () => {
  const target = new FakeTarget({ "disable with no key": "obeys" });
  const attempts = ["an empty key", "no key"].flatMap((offence) =>
    DOORS.map((door) => target.attempt(offence, door)),
  );
  await expect(refuseAttempts(attempts, target)).rejects.toThrow("disable with no key to have no effect");
});

test("an offence without an answer is not tried at other doors", async () => {
  const target = new FakeTarget({ "register with a detour": "is silent" });
  const attempts = DOORS.map((door) => target.attempt("a detour", door));
  await refuseAttempts(attempts, target);
  expect(target.received).toEqual(["register with a detour"]);
});

test("a request that is granted without its difference too says nothing about the difference", async () => {
  const target = new FakeTarget({ "query with a detour": "grants", "query with no detour": "grants" });
  const { send: sendWithout } = target.attempt("no detour", "query");
  const attempts = [target.attempt("a detour", "query", { sendWithout })];
  await expect(refuseAttempts(attempts, target)).rejects.toThrow(InconclusiveError);
});

test("of several differences the report names the one that is granted alone", async () => {
  const target = new FakeTarget({ "query with both": "grants", "query with a cookie": "grants" });
  const parts = ["a header", "a cookie"].map((offence) => target.attempt(offence, "query"));
  const attempts = [target.attempt("both", "query", { parts })];
  await expect(refuseAttempts(attempts, target)).rejects.toThrow("query with a cookie to be refused");
});

test("attempts that have an effect together only are named together", async () => {
  const behaviours = Object.fromEntries(
    DOORS.map((door) => [`${door} with no key`, "obeys the second"] as const),
  );
  const target = new FakeTarget(behaviours);
  const attempts = DOORS.map((door) => target.attempt("no key", door));
  await expect(refuseAttempts(attempts, target)).rejects.toThrow(
    "register with no key, then query with no key, then disable with no key to have no effect",
  );
});

test("refused attempts are sent again after one that the target may accept", async () => {
  const target = new FakeTarget({ "query with a method": "accepts" });
  const attempts = DOORS.map((door) => target.attempt("a method", door));
  await refuseAttempts(attempts, target);
  expect(target.received.slice(DOORS.length)).toEqual(["register with a method", "disable with a method"]);
});

test("an attempt that the target may accept is not accused of its effect", async () => {
  const target = new FakeTarget({ "disable with a method": "accepts", "register with a method": "obeys" });
  const attempts = DOORS.map((door) => target.attempt("a method", door));
  await expect(refuseAttempts(attempts, target)).rejects.toThrow("register with a method to have no effect");
});

test("an attempt that was refused for its state, and is accepted afterwards, is not accused", async () => {
  const target = new FakeTarget({
    "query with a method": "accepts",
    "disable with a method": "accepts and obeys later",
  });
  const attempts = DOORS.map((door) => target.attempt("a method", door));
  await expect(refuseAttempts(attempts, target)).resolves.toBe(1);
});
