import { DUE_LABELS, dueRedactors } from "../due-credentials.ts";
import type { SentRequest } from "../sender.ts";
import type { WireAnswer } from "../../http/transport.ts";
import { TransportFailure } from "../../http/transport-failure.ts";
import type { RequirementId } from "../../engine/requirement.ts";
import type { OpenTarget } from "../webhook/open-target.ts";
import type { RecordingOrder, SessionSetup } from "../webhook/session-setup.ts";
import { LineFile } from "../../files/line-file.ts";
import { askedOf, CALIBRATION, type Section, type TakenExchange } from "./recording.ts";
import { recordedProfile, type StandIn, standInsOf, withStandIns } from "./stand-ins.ts";

const MAX_BODY_BYTES = 256 * 1024;
/** What the bodies of a run may take together; from then on none is kept. */
const MAX_CHARS = 64 * 1024 * 1024;
const CUT = "… (cut)";
const REDACTED = "[redacted]";

/** Writes a run down while it goes on, line by line: after a crash everything is there but the exchange under way. */
export class RecordingWriter {
  readonly #setup: SessionSetup;
  readonly #order: RecordingOrder;
  readonly #standIns: readonly StandIn[];
  readonly #now: () => number;
  #target: OpenTarget | undefined;
  #file: LineFile | undefined;
  #chars = 0;

  constructor(setup: SessionSetup, order: RecordingOrder, now: () => number) {
    this.#setup = setup;
    this.#order = order;
    this.#now = now;
    this.#standIns = standInsOf(setup.profile);
  }

  /** Why the run is not written down to its end; undefined while it is. */
  get problem(): string | undefined {
    return this.#file?.problem;
  }

  /** The session whose requests are recorded from now on. */
  attend(target: OpenTarget): void {
    this.#target = target;
    const { profile, runId, seed, depth, deadlineAt } = this.#setup;
    const redact = (text: string) => target.recorder.redact(text);
    const head = {
      recordingVersion: 1,
      ...this.#order.about,
      runId,
      seed,
      depth,
      ...(deadlineAt !== undefined && { deadlineAt }),
      profile: recordedProfile(profile, this.#standIns, redact),
    };
    this.#file = new LineFile(this.#order.file);
    this.#file.append(head);
    this.begin(CALIBRATION);
  }

  begin(check: RequirementId): void {
    const section: Omit<Section, "exchanges"> = {
      check,
      at: this.#now(),
      urls: this.#target?.shared.urls.made ?? 0,
    };
    this.#file?.append(section);
  }

  /** Takes a request that the recorder has just recorded. */
  readonly take = ({ draft, request, startedAt, outcome }: SentRequest): void => {
    const shown = this.#target?.recorder.log.all.at(-1);
    if (shown === undefined) return;
    const { label, expects, url, tamper, overlaps, once, isAstray } = draft;
    const taken: TakenExchange = {
      asked: askedOf(shown.request, this.#redacted(request)),
      draft: {
        label,
        expects,
        ...(url !== undefined && { url: this.#redact(url) }),
        ...(tamper !== undefined && { tampered: true }),
        ...(overlaps === true && { overlaps }),
        ...(once === true && { once }),
        ...(isAstray === true && { isAstray }),
      },
      at: startedAt,
      durationMs: shown.durationMs,
      ...("failure" in outcome
        ? { failure: this.#failure(outcome.failure) }
        : { answer: this.#answer(outcome.answer, shown.answer, request) }),
    };
    this.#file?.append(taken);
  };

  close(): void {
    this.#file?.close();
  }

  #redact(text: string): string {
    return this.#target?.recorder.redact(text) ?? REDACTED;
  }

  /** What a signature was made over may hold a secret of the profile. */
  #redacted(request: SentRequest["request"]): SentRequest["request"] {
    const { credentials } = request;
    if (credentials === undefined || Object.keys(credentials).length === 1) return request;
    const traits = Object.entries(credentials).map(([name, text]) => [name, this.#redact(text)]);
    return { ...request, credentials: { of: credentials.of, ...Object.fromEntries(traits) } };
  }

  #failure({ message, kind, code, applied }: TransportFailure): NonNullable<TakenExchange["failure"]> {
    return { message: this.#redact(message), kind, code, applied };
  }

  #answer(
    { status, headers, body }: WireAnswer,
    shown: { readonly headers: WireAnswer["headers"]; readonly body: string } | undefined,
    { due }: SentRequest["request"],
  ): NonNullable<TakenExchange["answer"]> {
    return {
      status,
      headers: headers.map(([, value], at) => {
        const [name = "", redacted = REDACTED] = shown?.headers[at] ?? [];
        return [name, this.#tells(value) ? this.#telling(value, redacted) : (dueIn(value, due) ?? redacted)];
      }),
      ...this.#body(Buffer.from(body), shown?.body ?? CUT),
    };
  }

  #body(bytes: Buffer, shown: string): { body?: string; base64?: string } {
    if (bytes.length > MAX_BODY_BYTES || this.#chars > MAX_CHARS) return {};
    const text = bytes.toString("utf8");
    this.#chars += text.length;
    if (!Buffer.from(text).equals(bytes))
      return this.#isClean(bytes) ? { base64: bytes.toString("base64") } : {};
    const isWhole = !shown.endsWith(CUT) && !this.#tells(text);
    return { body: isWhole ? shown : this.#withStandIns(text) };
  }

  /** Of a header that is never shown, only the credentials of ours that stand in it. */
  #telling(value: string, redacted: string): string {
    if (redacted !== REDACTED) return this.#withStandIns(value);
    const shown = withStandIns(value, this.#standIns);
    return this.#standIns.flatMap(({ standIn }) => (shown.includes(standIn) ? [standIn] : [])).join(" ");
  }

  /** Whether a text shows a credential: that may be what breaks a requirement. */
  #tells(text: string): boolean {
    return withStandIns(text, this.#standIns) !== text;
  }

  #withStandIns(text: string): string {
    return this.#redact(withStandIns(text, this.#standIns));
  }

  #isClean(bytes: Buffer): boolean {
    return (["utf8", "latin1"] as const).every((encoding) => {
      const text = bytes.toString(encoding);
      return this.#redact(text) === text;
    });
  }
}

/** What stands in the place of a credential that was due, and that a header is. */
function dueIn(value: string, due: SentRequest["request"]["due"]): string | undefined {
  return dueRedactors(due)
    .map((redactor) => redactor.text(value))
    .find((shown) => Object.values(DUE_LABELS).includes(shown));
}
