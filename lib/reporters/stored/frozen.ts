/** A value from a file, which nobody changes. */
export type Frozen<T> = T extends object ? { readonly [Member in keyof T]: Frozen<T[Member]> } : T;
