import { AnswerLog, type LoggedAnswer, type FoldableAnswers } from "../api/exchange/answer-log.ts";
import { isNamedOnly } from "../api/request/draft.ts";
import type { Deliveries } from "../api/events/deliveries/deliveries.ts";
import { type Allowances, allowancesFor } from "../api/merchant/allowances.ts";
import { TargetClock } from "../api/merchant/timing/clock-watch.ts";
import { Belongings, RefusedUrls } from "../api/webhook/model/belongings.ts";
import { CallbackUrls } from "../api/webhook/model/callback-urls.ts";
import { FallWatch } from "../api/webhook/model/known.ts";
import type { ConfigurationModel } from "../api/webhook/model/configuration-model.ts";
import { type KnownAnswer, foldWrittenTimes } from "../api/webhook/model/written-times.ts";
import { foldSeen, type Seen } from "../api/webhook/observing/seen.ts";
import { areaOf } from "../engine/requirement/catalogue.ts";
import { Findings } from "../engine/record/findings.ts";
import type { Log } from "../engine/record/log.ts";
import { type Signer, signerOf } from "../signer/signer.ts";
import type { Sender } from "../api/exchange/sender.ts";
import { CredentialWatch } from "./credential-watch.ts";
import type { ListenerOptions, Listening } from "./listener.ts";
import type { Requirement } from "./requirement.ts";
import type { Clock, SessionSetup } from "./session-setup.ts";
import { foldSuccessSigns } from "./success-signs.ts";
import type { Recorder } from "../api/exchange/recorder.ts";
import { moveLog } from "../api/operations/move-log.ts";
import { claimsSignature } from "../profile/needs/bindings.ts";
import { Operations } from "../api/operations/operations.ts";

/** The parts that all lanes of a run share, so that each knows all answers of the target. */
export interface RunParts {
  readonly setup: SessionSetup;
  readonly requirements: readonly Requirement[];
  readonly clock: Clock;
  readonly deliveries: Deliveries;
  readonly urls: CallbackUrls;
  readonly signer: Signer | undefined;
  /** The clock by which requests are signed. */
  readonly theirClock: TargetClock;
  readonly allowances: Allowances;
  readonly seen: Seen;
  readonly findings: Findings;
  readonly operations: ReturnType<typeof operationsOf>;
  readonly hearing: Omit<ListenerOptions, "name" | "model" | "log" | "findings" | "recorder">;
  /** The configurations of all merchants. Each lane adds its own. */
  readonly models: ConfigurationModel[];
  /** Of the webhooks of all merchants. */
  readonly watch: FallWatch;
  readonly refusedUrls: RefusedUrls;
  /** The exchanges of all lanes. Each lane adds its own. */
  readonly logs: Log[];
}

/** Builds the parts that all lanes of a run share. */
export async function runPartsOf(
  setup: SessionSetup,
  requirements: readonly Requirement[],
  { sender, clock, deliveries }: Pick<RunParts, "clock" | "deliveries"> & { readonly sender: Sender },
): Promise<RunParts> {
  const { profile, runId } = setup;
  const signer = await signerOf(profile.auth);
  const theirClock = new TargetClock(clock.now);
  const answers = new AnswerLog<LoggedAnswer & KnownAnswer>();
  const logs: Log[] = [];
  const operations = operationsOf(setup, answers);
  return {
    setup,
    requirements,
    clock,
    deliveries,
    urls: new CallbackUrls({ ...profile.callback, runId }),
    signer,
    theirClock,
    allowances: allowancesFor(sender, {
      now: clock.now,
      clock: signer && theirClock,
      readLagSeconds: profile.limits.readLagSeconds,
    }),
    seen: foldSeen(answers, {
      get all() {
        return logs.flatMap(({ all }) => all);
      },
    }),
    findings: findingsFor(requirements, sender.recorder),
    operations,
    models: [],
    watch: new FallWatch(),
    refusedUrls: new RefusedUrls(runId),
    logs,
    hearing: {
      rules: listening(requirements),
      credentials: new CredentialWatch(profile.merchants),
      belongings: new Belongings(runId),
      answers,
      timesOf: foldWrittenTimes(answers),
      isLikeSuccess: foldSuccessSigns(answers),
      operations,
      clock: theirClock,
      traffic: () => ({ sent: sender.counts.sent, ofGateway: sender.ofGateway }),
    },
  };
}

function listening(requirements: readonly Requirement[]): Listening[] {
  return requirements.flatMap(({ id, rule }) =>
    rule === undefined ? [] : [{ id, rule, isOfNamedOnly: isNamedOnly({ label: areaOf(id) }) }],
  );
}

/** Collects the findings of a session about its requirements. */
function findingsFor(requirements: readonly Requirement[], recorder: Recorder): Findings {
  const byItself = idsOf(requirements.filter(({ rule }) => rule?.byItself === true));
  const advisory = idsOf(requirements.filter(({ level }) => level === "advisory"));
  return new Findings({
    log: recorder.log,
    redact: (text) => recorder.redact(text),
    byItself: (id) => byItself.has(id),
    onlyWarns: (id) => advisory.has(id),
  });
}

function idsOf(requirements: readonly Requirement[]): ReadonlySet<string> {
  return new Set(requirements.map(({ id }) => id));
}

/** Builds the operations of a session. Without a file for notes, no call may have a lasting effect. */
function operationsOf(
  { profile, moves, runId, words }: Pick<SessionSetup, "profile" | "moves" | "runId" | "words">,
  answers: FoldableAnswers<Pick<LoggedAnswer, "answer">>,
): Operations {
  return new Operations(
    profile.operations,
    answers,
    moves === undefined
      ? undefined
      : { log: moveLog(moves.file), runId, verifiesSignatures: claimsSignature.holds(profile) },
    words,
  );
}
