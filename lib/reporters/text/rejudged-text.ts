import type { Rejudged } from "../run-result.ts";

/** Which run was judged again, in a phrase. */
export function rejudgedText({ from, startedAt }: Rejudged): string {
  return `the run of ${startedAt} in ${from}, judged again; nothing is sent`;
}
