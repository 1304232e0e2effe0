/** A node of a syntax tree (ESTree with types), as far as the operators look at it. Offsets are UTF-16 units. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

/** A node where it stands: `key` is the member of the parent that holds it. */
export interface Site {
  readonly node: SyntaxNode;
  readonly key: string;
  readonly parent: SyntaxNode | undefined;
}

/** Nodes that wrap an expression in types only. */
const TYPED_EXPRESSIONS = ["TSAsExpression", "TSSatisfiesExpression"];
/** Nodes without behaviour, or that must not change. */
const SILENT = ["ImportDeclaration", "ExportAllDeclaration", "TemplateElement"];

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && "type" in value && "start" in value && "end" in value;
}

/** The child of a node under a name; undefined when it has none. */
export function childOf(node: SyntaxNode | undefined, key: string): SyntaxNode | undefined {
  const child = node?.[key];
  return isNode(child) ? child : undefined;
}

/** The children of a node under a name that holds a list. */
export function listOf(node: SyntaxNode, key: string): SyntaxNode[] {
  const list: unknown = node[key];
  return Array.isArray(list) ? list.filter(isNode) : [];
}

/** The children of a node that are code, types left out, in the order of the source. */
export function childSites(node: SyntaxNode): Site[] {
  const sites = Object.keys(node)
    .filter((key) => !isFixedName(node, key))
    .flatMap((key) => {
      const single = childOf(node, key);
      const found = single === undefined ? listOf(node, key) : [single];
      return found.map((child) => ({ node: child, key, parent: node }));
    });
  return sites.filter((site) => isCode(site.node)).toSorted((a, b) => a.node.start - b.node.start);
}

function isCode({ type }: SyntaxNode): boolean {
  return (TYPED_EXPRESSIONS.includes(type) || !type.startsWith("TS")) && !SILENT.includes(type);
}

/** The name of a member: no expression. A shorthand member is nothing but a name. */
function isFixedName(node: SyntaxNode, key: string): boolean {
  return (key === "key" || key === "property") && node["computed"] !== true;
}
