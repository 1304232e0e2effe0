import type { Deviation } from "./deviation.ts";
import type { Parts } from "./parts.ts";
import type { ReasonCode } from "./reason-code.ts";

/** The level of a requirement. `level-meaning.ts` explains its effect on a target. */
export type Level = "stated" | "inferred" | "advisory" | "unspecified";

/** `<area>.<slug>`, for example `callback-url.max-length`. Ids are the interface: never renumbered or reused. */
export type RequirementId = string;

/** A property of the deployment on which a requirement depends. Without it the requirement is inapplicable. */
export interface Binding<Deployment> {
  /** Completes "Applies …". */
  readonly when: string;
  readonly holds: (deployment: Deployment) => boolean;
}

/** A field of the profile that a requirement requires. Without it the requirement is uncovered. */
export interface Need<Deployment> {
  /** The field of the profile, as its reader writes it. */
  readonly field: string;
  /** Completes "Not checked: add … to the profile." With an article. */
  readonly what: string;
  readonly isOffered: (deployment: Deployment) => boolean;
}

/** A presumption of almost every requirement, so that no list repeats it. */
export interface Presumption<Deployment> {
  readonly isOffered: (deployment: Deployment) => boolean;
  /** Explains why the requirement is not checked on a deployment without it. */
  readonly otherwise: (deployment: Deployment) => WhyUnjudged;
}

/** The reason for no verdict, known before the first request. */
export interface WhyUnjudged {
  readonly verdict: "uncovered" | "inapplicable";
  readonly code: ReasonCode;
  readonly reason: string;
  /** The first field of the profile that would cover it. */
  readonly field?: string;
}

/** Names the requirement that explains why all valid requests of a kind are rejected. */
export interface Ground {
  /** The requirement that each accepted valid request of the kind keeps. */
  readonly granted: RequirementId;
  /** Requirements that may explain why no request is accepted. */
  readonly owners: readonly RequirementId[];
}

/** The common part of every requirement. */
export interface Sentence<Deployment> {
  /** Sections of the API document, for example `["2.3", "7"]`. */
  readonly sections: readonly string[];
  /** The requirement in our words. */
  readonly text: string;
  /** When the requirement applies. Default: always. */
  readonly binds?: Binding<Deployment>;
  /** All of them are required. Default: only an address and one merchant. */
  readonly needs?: readonly Need<Deployment>[];
  /** All of them must hold. Checked before `needs`. */
  readonly presumes?: readonly Presumption<Deployment>[];
  /** Required fields of the answers. If the target never returns one of them, the requirement is uncovered. */
  readonly reads?: readonly string[];
  /** Fields of which the answers need at least one. */
  readonly readsOneOf?: readonly string[];
}

/** The means that decide a requirement. Without any of these, this version cannot check it. */
export interface Decision<Context, Moment> {
  /**
   * Decides by requests: returns if the target keeps the requirement. Throws a Violation, or the reason for no verdict.
   */
  readonly check?: (context: Context) => Promise<void>;
  /** Decides by every answer of the run. */
  readonly rule?: Rule<Moment>;
  /** Uses up a state of the target that may not come back: it runs after the checks that leave that state. */
  readonly spends?: true;
  /** Runs at the end of a run, like rules. */
  readonly last?: true;
  /** Further lanes presume it: without it they would disturb each other. */
  readonly separates?: true;
  /**
   * The areas, or groups of areas, whose rules need the answers to it. A run of these rules without a check that spends a
   * state decides it too: else they would hear no more than the opening of the run.
   */
  readonly accompanies?: readonly string[];
  /** The requirements on which it is based, so that one cause gives one root failure. */
  readonly restsOn?: Ground;
  /** Explains why no answer was relevant. Used without a relevant answer. */
  readonly unheard?: (context: Context) => string | undefined;
  /** Explains why no answer was relevant, and names the next step. */
  readonly silence?: (context: Context) => string | undefined;
}

/** Records how a target behaves where the document is silent. */
export interface Question<Context> {
  readonly observe?: (context: Context) => Promise<Parts>;
}

/** The statement of an answer about a requirement: kept, broken with details, or a reason against a verdict. */
export interface RuleFinding {
  readonly broken?: {
    readonly expected: string;
    readonly actual: string;
    readonly compared?: readonly [expected: string, actual: string];
    /**
     * The parts of the answer that it is about. Default: all that differs. Empty for a rule that decides by
     * each answer alone.
     */
    readonly parts?: readonly string[];
    /** The deviation of the target, if the answer alone does not show it. */
    readonly deviations?: readonly Deviation[];
  };
  readonly doubt?: string;
}

/** Reads every answer of a run, and ignores irrelevant ones. */
export interface Rule<Moment> {
  readonly hear: (moment: Moment) => readonly RuleFinding[];
  /** Each answer keeps or breaks it alone, without earlier requests. */
  readonly byItself: boolean;
  /** Reads the answers of every area. Default: of its own area only. */
  readonly isAmbient?: true;
  /** Its statement about a request that repeatedly got no HTTP answer. */
  readonly noHttp?: (what: string) => readonly RuleFinding[];
}

/** One sentence of the contract, with its check, rule or observation. */
export interface Requirement<Context, Deployment, Moment>
  extends Sentence<Deployment>, Decision<Context, Moment>, Question<Context> {
  readonly id: RequirementId;
  readonly level: Level;
  /** Explains how an inferred requirement follows from the document. */
  readonly because?: string;
}

type Normative<C, D, M, More> = Sentence<D> & Decision<C, M> & More;

/**
 * The functions with which an area writes its requirements, for its context, its answers and the facts of an API.
 * @param presumed presumptions of every row of the area. Default: none
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
type Named<Row> = Row & { readonly id: RequirementId; readonly level: Level };

function level<D, More, Row extends Sentence<D> & Partial<More>>(
  name: Level,
  presumed: Presumed<D, More>,
): (id: RequirementId, row: Row) => Named<Row> {
  return (id, row) => ({ id, level: name, presumes: presumed(row), ...row });
}
