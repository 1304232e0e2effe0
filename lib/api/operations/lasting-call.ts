import { InconclusiveError } from "../../engine/record/verdict.ts";
import type { ProfiledOperations as Profiled } from "../../profile/schema/operation-schema.ts";
import { describeAnswer } from "../exchange/answer.ts";
import type { Draft } from "../request/draft.ts";
import { describeJson, writeJson } from "../json/json.ts";
import { pointerSteps } from "../../text/json-pointer.ts";
import type { Merchant } from "../merchant/merchant.ts";
import type { MoveLog } from "./move-log.ts";
import { type NamedOperation, operationDraft } from "./operation-draft.ts";
import { valueAtPointer } from "../json/value-at-pointer.ts";

/** The means of a call with a lasting effect. */
export interface Moving {
  /** Where a call is noted before it is sent. */
  readonly log: MoveLog;
  readonly runId: string;
  /** Whether the target claims to verify signatures. */
  readonly verifiesSignatures: boolean;
}

/**
 * The call of an operation that may have an effect for good, ready to be sent: with exactly the profile's body, or with
 * the next id of its list in it. It is noted as used up already.
 * @throws {InconclusiveError} when it is not to be sent: no consent, no sandbox, no id, or no log
 */
export async function lastingCall(
  merchant: Merchant,
  name: string,
  profiled: Profiled,
  moving: Moving | undefined,
): Promise<Draft> {
  const operation = profiled[name];
  if (operation?.mayTakeEffect !== true) throw notSent(name, "the profile gives no consent (mayTakeEffect)");
  if (moving === undefined)
    throw notSent(name, "only a run sends a call with a lasting effect, and only once");
  await assertSandbox(merchant, name, operation, profiled);
  return noted(name, operation, (id) => hasNoted(merchant, name, moving, id));
}

/** Whether a read answers what only the sandbox would. */
async function assertSandbox(
  merchant: Merchant,
  name: string,
  { expectsSandbox }: NamedOperation,
  profiled: Profiled,
): Promise<void> {
  if (expectsSandbox === undefined) return;
  const { operation, pointer, value } = expectsSandbox;
  const read = profiled[operation];
  if (read === undefined)
    throw notSent(name, `the profile does not describe ${operation}, which must show the sandbox`);
  const answer = await merchant.send(operationDraft(operation, read));
  const data = answer.envelope?.["data"];
  const found = data === undefined ? undefined : valueAtPointer(data, pointer);
  if (found !== undefined && writeJson(found) === JSON.stringify(value)) return;
  throw notSent(
    name,
    `${operation} does not show the sandbox: ${JSON.stringify(value)} was expected at ${pointer} of \`data\`, got ${describeJson(found)} in ${describeAnswer(answer)}`,
  );
}

/** The call with the profile's body, or with the first id of its list that is free. */
function noted(name: string, operation: NamedOperation, isFree: (id?: string) => boolean): Draft {
  const { ids, body } = operation;
  if (ids === undefined) {
    isFree();
    return lasting(operationDraft(name, operation));
  }
  const id = ids.values.find((value) => isFree(value));
  if (id === undefined)
    throw notSent(
      name,
      `this run or an earlier one has used every id of operations["${name}"].ids: add new ids`,
    );
  return lasting(operationDraft(name, operation, withValueAt(body, pointerSteps(ids.pointer), id)));
}

/** Notes a call, before it is sent. @returns whether no run has used its id */
function hasNoted(merchant: Merchant, name: string, { log, runId }: Moving, id?: string): boolean {
  if (id !== undefined && log.used(name).has(id)) return false;
  try {
    return log.note({
      at: new Date().toISOString(),
      runId,
      merchant: merchant.name,
      operation: name,
      ...(id !== undefined && { id }),
      state: "about to be sent",
    });
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error)) throw error;
    throw notSent(
      name,
      `the run cannot note the call before it sends it: ${error.message}. Set XDG_STATE_HOME to a writable folder`,
    );
  }
}

function lasting(draft: Draft): Draft {
  return { ...draft, lasting: true };
}

function notSent(name: string, why: string): InconclusiveError {
  return new InconclusiveError(`${name} was not sent: ${why}.`);
}

type Body = NamedOperation["body"];

/** A body with another value in the place to which some steps lead; as it is, where they lead nowhere. */
function withValueAt(body: Body, [step, ...others]: readonly string[], value: string): Body {
  if (step === undefined) return value;
  if (Array.isArray(body))
    return body.map((item, at) => (String(at) === step ? withValueAt(item, others, value) : item));
  if (typeof body !== "object" || body === null || !Object.hasOwn(body, step)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([key, item]) => [key, key === step ? withValueAt(item, others, value) : item]),
  );
}
