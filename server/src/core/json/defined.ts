/** A copy without undefined entries: a field of null or undefined is not the same as an absent field. */
export const defined = <T extends object>(value: { [K in keyof T]: T[K] | undefined }): T =>
  Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as T
