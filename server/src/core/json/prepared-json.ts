// Readers and writers of wire formats are functions that finish at once. Where a call holds large JSON inside of JSON,
// `prepare-json.ts` reads or writes it in steps first, and they find the result here. Without one they do the work
// themselves.

/** The texts of values that are written already. */
const texts = new WeakMap<object, string>()

type ReadText = { value: unknown } | { fault: SyntaxError }

/** JSON texts of a call that were parsed before, with their values. The values are read-only. */
export type PreparedValues = ReadonlyMap<string, ReadText>

/** The prepared values of the call whose body is being built. */
let current: PreparedValues | null = null

/** The JSON text of an array or an object. */
export const jsonTextOf = (value: object): string => texts.get(value) ?? JSON.stringify(value)

/** `text` is the JSON text of `value`, which does not change. */
export const keepJsonText = (value: object, text: string): void => void texts.set(value, text)

/** The value of a text that was read already; undefined if it was not. Throws SyntaxError if it is not JSON. */
export function findPrepared(text: string): { value: unknown } | undefined {
  const found = current?.get(text)
  if (found && 'fault' in found) throw found.fault
  return found
}

/** The result of `build`, whose readers find these values. It finishes at once: other calls do not find them. */
export function withPrepared<T>(values: PreparedValues | null, build: () => T): T {
  current = values
  try {
    return build()
  } finally {
    current = null
  }
}
