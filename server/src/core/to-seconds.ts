/** Whole seconds, for answers of the API: the database has milliseconds. */
export const toSeconds = (ms: number): number => Math.floor(ms / 1_000)
