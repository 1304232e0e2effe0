import type { Deviation } from "./deviation.ts";
import type { ReasonCode } from "./reason-code.ts";

/** How strongly the document binds; `level-meaning.ts` says what each does to a target. */
export type Level = "stated" | "inferred" | "advisory" | "unspecified";

/** `<area>.<slug>`, for example `callback-url.max-length`. Ids are the interface: never renumbered or reused. */
export type RequirementId = string;

/** A property of the deployment on which a requirement depends; without it the requirement is inapplicable. */
export interface Binding<Deployment> {
  /** Completes "Applies …". */
  readonly when: string;
  readonly holds: (deployment: Deployment) => boolean;
}

/** What a requirement needs of a profile; without it the requirement is uncovered. */
export interface Need<Deployment> {
  /** The field of the profile that offers it, as its reader writes it. */
  readonly field: string;
  /** Completes "Not checked: add … to the profile." With an article. */
  readonly what: string;
  readonly isOffered: (deployment: Deployment) => boolean;
}

/** What almost every requirement needs, so that no list repeats it. */
export interface Presumption<Deployment> {
  readonly isOffered: (deployment: Deployment) => boolean;
  /** Why the requirement is not checked on a deployment without it. */
  readonly otherwise: (deployment: Deployment) => WhyUnjudged;
}

/** Why a requirement will not be judged, known before the first request. */
export interface WhyUnjudged {
  readonly verdict: "uncovered" | "inapplicable";
  readonly code: ReasonCode;
  readonly reason: string;
  /** The field of the profile that would cover it; the first of several. */
  readonly field?: string;
}

/** Where valid requests of a kind that are all refused have a cause that another requirement owns. */
export interface Ground {
  /** Kept by each valid request of the kind that is accepted. */
  readonly granted: RequirementId;
  /** What may explain that none is. */
  readonly owners: readonly RequirementId[];
}

/** What every requirement says. */
export interface Sentence<Deployment> {
  /** Sections of the API document, for example `["2.3", "7"]`. */
  readonly sections: readonly string[];
  /** What the server does, in our words. */
  readonly text: string;
  /** When the requirement binds; always, when absent. */
  readonly binds?: Binding<Deployment>;
  /** All of them; nothing beyond an address and one merchant, when absent. */
  readonly needs?: readonly Need<Deployment>[];
  /** All of them, before its needs. */
  readonly presumes?: readonly Presumption<Deployment>[];
  /** Fields without which no answer says anything about it: a target that never returns one of them leaves it uncovered. */
  readonly reads?: readonly string[];
  /** The same, where any one of them is enough. */
  readonly readsOneOf?: readonly string[];
}

/** What decides a requirement that binds. Without any of these, this version cannot judge it. */
export interface Decision<Context, Moment> {
  /** Decides by asking: returns when the target keeps it; throws a Violation, or why it cannot say. */
  readonly check?: (context: Context) => Promise<void>;
  /** Decides by listening: looks at every answer of the run. */
  readonly rule?: Rule<Moment>;
  /** It comes at the end of a run, as rules do. */
  readonly last?: true;
  /** What it rests on, so that one cause is one red line. */
  readonly restsOn?: Ground;
  /** Why no answer could keep or break it on this target, when none has. */
  readonly unheard?: (context: Context) => string | undefined;
  /** Why no answer said anything about it, and what to do about that. */
  readonly silence?: (context: Context) => string | undefined;
}

/** What records how a target does something that the document leaves open. */
export interface Question<Context> {
  /** Returns what was seen, as JSON. */
  readonly observe?: (context: Context) => Promise<unknown>;
}

/** What an answer says about a requirement: that it was kept, or how it was broken, or why nobody can say that it is kept. */
export interface Said {
  readonly broken?: {
    readonly expected: string;
    readonly actual: string;
    readonly compared?: readonly [expected: string, actual: string];
    /** The parts of the answer that it is about. Default: all that differs; of a rule that decides by each answer by itself, none. */
    readonly parts?: readonly string[];
    /** How the target deviates, where the answer alone does not say it. */
    readonly deviations?: readonly Deviation[];
  };
  readonly doubt?: string;
}

/** Looks at every answer of a run, and says nothing about those that it is not about. */
export interface Rule<Moment> {
  readonly hear: (moment: Moment) => readonly Said[];
  /** Each answer keeps or breaks it by itself, whatever was asked before. */
  readonly byItself: boolean;
  /** Hears the answers of every area. Default: of its own area alone. */
  readonly isAmbient?: true;
  /** What it says of a request to which, time after time, no HTTP came back. */
  readonly noHttp?: (what: string) => readonly Said[];
}

/** One sentence of the contract, with what decides it. */
export interface Requirement<Context, Deployment, Moment>
  extends Sentence<Deployment>, Decision<Context, Moment>, Question<Context> {
  readonly id: RequirementId;
  readonly level: Level;
  /** How an inferred one follows from the document. */
  readonly because?: string;
  /** Its place among all, in the order in which they are written. */
  readonly place: number;
}

type Normative<C, D, M, More> = Sentence<D> & Decision<C, M> & More;

let written = 0;

/**
 * The words in which an area writes its sentences, for what its checks touch, what its rules hear, and what more an API says.
 * @param presumed what every row of the area presumes. Default: nothing
 */
export function wording<C, D, M, More extends object = object>(presumed: Presumed<D, More> = () => []) {
  return {
    /** The document says it. */
    stated: level<D, More, Normative<C, D, M, More>>("stated", presumed),
    /** It follows from the document; `because` says how. */
    inferred: level<D, More, Normative<C, D, M, More> & { readonly because: string }>("inferred", presumed),
    /** Stated loosely: warns, never fails. */
    advisory: level<D, More, Normative<C, D, M, More>>("advisory", presumed),
    /** Not shown: observed only. */
    unspecified: level<D, More, Sentence<D> & Partial<More> & Question<C>>("unspecified", presumed),
  };
}

type Presumed<D, More> = (row: Sentence<D> & Partial<More>) => readonly Presumption<D>[];
type Placed<Row> = Row & { readonly id: RequirementId; readonly level: Level; readonly place: number };

function level<D, More, Row extends Sentence<D> & Partial<More>>(
  name: Level,
  presumed: Presumed<D, More>,
): (id: RequirementId, row: Row) => Placed<Row> {
  return (id, row) => ({ id, level: name, place: (written += 1), presumes: presumed(row), ...row });
}
