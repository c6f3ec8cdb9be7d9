import { keysOf } from '@sluice/contract/typed-keys'

/**
 * A copy without undefined entries. TypeScript cannot express the removal of keys by their value. A loop: a call with
 * thousands of parts makes as many copies.
 */
export function defined<T extends object>(value: { [K in keyof T]: T[K] | undefined }): T {
  const copy: Partial<T> = {}
  for (const key of keysOf(value)) {
    const entry = value[key]
    if (entry !== undefined) copy[key] = entry
  }
  return copy as T
}
