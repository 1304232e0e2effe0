import type { Site, SyntaxNode } from "../syntax.ts";

/** The new code of a site, and the name of the change. */
export interface Change {
  /** The code that takes the place of the node. */
  readonly code: string;
  /** The part of the node that changes. Default: all of it. */
  readonly from?: string;
  /** The new text. Default: the code. */
  readonly to?: string;
}

/** A way of making code wrong: all the changes that it makes at a site. */
export type Operator = (site: Site, textOf: (node: SyntaxNode) => string) => readonly Change[];
