import type { Site, SyntaxNode } from "../syntax.ts";

/** What takes the place of the code of a site, and how the change is named. */
export interface Change {
  /** The code that takes the place of the node. */
  readonly code: string;
  /** What of the node changes; default: all of it. */
  readonly from?: string;
  /** What it becomes; default: the code. */
  readonly to?: string;
}

/** A way of making code wrong: all the changes that it makes at a site. */
export type Operator = (site: Site, textOf: (node: SyntaxNode) => string) => readonly Change[];
