/** A change of the parameters of a request to an endpoint of the authorization server. */
export type ParameterChange = (parameters: URLSearchParams) => void;

/** Gives parameters other values. Undefined removes one. */
export function setParameters(values: Readonly<Record<string, string | undefined>>): ParameterChange {
  return (parameters) => {
    for (const [name, value] of Object.entries(values))
      if (value === undefined) parameters.delete(name);
      else parameters.set(name, value);
  };
}

/** Adds a parameter that is there already. Default: with the same value. */
export function repeatParameter(name: string, value?: string): ParameterChange {
  return (parameters) => parameters.append(name, value ?? parameters.get(name) ?? "");
}

export const withoutChallenge = setParameters({
  code_challenge: undefined,
  code_challenge_method: undefined,
});
