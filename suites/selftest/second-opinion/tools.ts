import type { Answer, Choice, Exchange, Fields, Mode, Plan, Refusal, Row } from "./types.ts";

/** Replaces one decision by one that knows the old one. */
export function wrap<K extends keyof Plan>(plan: Plan, key: K, make: (old: Plan[K]) => Plan[K]): void {
  plan[key] = make(plan[key]);
}

export const choice = (
  name: string,
  mode: Mode | "any",
  what: string,
  apply: (plan: Plan) => void,
): Choice => ({ name, mode, what, apply });

/** Runs after every answer is made and before it is sent. */
export const after = (plan: Plan, act: (answer: Answer, x: Exchange) => void): void =>
  wrap(plan, "finish", (old) => (answer, x) => {
    old(answer, x);
    act(answer, x);
  });

/** As after, for answers that report success. */
export const afterGood = (plan: Plan, act: (answer: Answer, x: Exchange) => void): void =>
  after(plan, (answer, x) => {
    if (succeeded(answer)) act(answer, x);
  });

/** As after, for refusals. */
export const afterBad = (plan: Plan, act: (answer: Answer, x: Exchange) => void): void =>
  after(plan, (answer, x) => {
    if (!succeeded(answer)) act(answer, x);
  });

const succeeded = (answer: Answer): boolean => {
  const data = answer.fields["data"];
  return data === true || (typeof data === "object" && data !== null);
};

/** Runs on the configuration of every successful query. */
export const onView = (plan: Plan, act: (shown: Fields, row: Row, x: Exchange) => void): void =>
  wrap(plan, "view", (old) => (row, x) => {
    const shown = old(row, x);
    act(shown, row, x);
    return shown;
  });

/** Refuses some of the legal URLs. */
export const alsoRefuse = (plan: Plan, test: (url: string, x: Exchange) => boolean): void =>
  wrap(plan, "judge", (old) => (url, x) => old(url, x) && !(typeof url === "string" && test(url, x)));

/** Gives some refusals another HTTP status. */
export const statusOf = (plan: Plan, status: number, ...whys: Refusal[]): void =>
  wrap(plan, "refuse", (old) => (why, x) => {
    const answer = old(why, x);
    if (whys.length === 0 || whys.includes(why)) answer.status = status;
    return answer;
  });

/** True on every n-th call. */
export const everyNth = (n: number): (() => boolean) => {
  let count = 0;
  return () => ++count % n === 0;
};

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
