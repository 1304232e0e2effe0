import { isPublicName, publicValue } from "./public-parameters.ts";

const MASK = "[redacted]";

/** A redirect as it may be shown: of its parameters, in the query and in the fragment, only the public ones with their values. */
export function maskedUrl(url: string): string {
  const [whole, fragment] = parted(url, "#");
  const [place, query] = parted(whole, "?");
  return [
    place,
    query === undefined ? "" : `?${maskedForm(query)}`,
    fragment === undefined ? "" : `#${maskedForm(fragment)}`,
  ].join("");
}

/** A form without the values that are not public. */
function maskedForm(form: string): string {
  return form
    .split("&")
    .map((pair) => {
      const [name, value] = parted(pair, "=");
      if (value === undefined) return isPublicName(name) || name === "" ? name : MASK;
      return isPublicName(name) || value === "" ? `${name}=${publicValue(name, value)}` : `${name}=${MASK}`;
    })
    .join("&");
}

function parted(text: string, mark: string): [string, string?] {
  const at = text.indexOf(mark);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
