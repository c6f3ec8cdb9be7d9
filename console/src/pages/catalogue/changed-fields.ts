import { keysOf } from '@sluice/contract/typed-keys'

/** The fields of `after` that differ from `before`. */
export function changedFields<T extends object>(before: T, after: T): Partial<T> {
  const changed: Partial<T> = {}
  for (const name of keysOf(after))
    if (JSON.stringify(after[name]) !== JSON.stringify(before[name])) changed[name] = after[name]
  return changed
}
