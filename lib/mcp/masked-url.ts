import { isPublicName, publicValue, shownName } from "./public-parameters.ts";

const MASK = "[redacted]";
const CODE_DIGITS = 4;

/** A redirect for reports. Only public parameters keep their values, in the query and in the fragment. */
export function maskedUrl(url: string): string {
  const [whole, fragment] = parted(url, "#");
  const [place, query] = parted(whole, "?");
  return [
    shownPath(place),
    query === undefined ? "" : `?${maskedForm(query)}`,
    fragment === undefined ? "" : `#${maskedForm(fragment)}`,
  ].join("");
}

/** A path may contain a code too. */
function shownPath(place: string): string {
  const [before = ""] = /^[a-z][\w+.-]*:\/\/[^/]*/i.exec(place) ?? [];
  const segments = place.slice(before.length).split("/");
  const shown = segments.map((one) => ((one.match(/\d/g) ?? []).length >= CODE_DIGITS ? MASK : one));
  return `${before}${shown.join("/")}`;
}

/** A form with the values of public members only. */
function maskedForm(form: string): string {
  return form
    .split("&")
    .map((pair) => {
      const [name, value] = parted(pair, "=");
      if (value === undefined) return isPublicName(name) || name === "" ? name : MASK;
      const shown = shownName(name);
      return isPublicName(name) || value === "" ? `${shown}=${publicValue(name, value)}` : `${shown}=${MASK}`;
    })
    .join("&");
}

function parted(text: string, mark: string): [string, string?] {
  const at = text.indexOf(mark);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
