/** A name in snake case, in camel case: `google_search` is `googleSearch`. Other names stay as they are. */
export const camelNameOf = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
