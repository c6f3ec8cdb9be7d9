const isGpt = (name: string): boolean => name.startsWith('gpt')

/** Distinct model names: those that begin with `gpt` first, each part in natural order. */
export const sortModels = (names: readonly string[]): string[] =>
  [...new Set(names)].sort((a, b) => Number(isGpt(b)) - Number(isGpt(a)) || a.localeCompare(b, 'en', { numeric: true }))
