/** A JSON object as it came. */
export type Wire = Record<string, unknown>
