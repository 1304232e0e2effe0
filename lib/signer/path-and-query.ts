/** Splits a request target such as `/abc/v1/webhook/query?x=1` at its first `?`, without decoding anything. */
export function pathAndQuery(target: string): { readonly path: string; readonly query: string } {
  const mark = target.indexOf("?");
  return mark === -1
    ? { path: target, query: "" }
    : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}
