/** A copy without undefined entries. TypeScript cannot express the removal of keys by their value. */
export const defined = <T extends object>(value: { [K in keyof T]: T[K] | undefined }): T =>
  Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as T
