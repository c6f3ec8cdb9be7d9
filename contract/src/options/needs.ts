import type { OptionNeed } from './option.ts'
import { optionKeys, optionOf } from './registry.ts'

/** A feature of the site, how it is switched, and what it needs while it is on. */
export interface OptionFeature {
  /** A boolean option; or one whose value switches the feature on once those of `with` hold something too. */
  switch: string
  /** Absent: the switch alone decides. */
  with?: readonly string[]
  needs: readonly OptionNeed[]
}

/** What each switch needs. The server refuses writes that break it; the console shows it at the field. */
export const optionFeatures: readonly OptionFeature[] = optionKeys.flatMap((key) => {
  const { needs, with: parts } = optionOf(key)
  return needs === undefined ? [] : [{ switch: key, needs, ...(parts && { with: parts }) }]
})

/** The options that must be filled in for `needs`; of alternatives those of the one that lacks the fewest. */
export function missingOptions(
  needs: readonly OptionNeed[],
  isFilled: (option: string) => boolean,
): string[] {
  const missing = (names: readonly string[]) => names.filter((name) => !isFilled(name))
  return needs.flatMap((need) => {
    if (typeof need === 'string') return missing([need])
    return need.oneOf.map(missing).toSorted((a, b) => a.length - b.length)[0] ?? []
  })
}

/** Every option that `needs` speaks of. */
export const neededOptions = (needs: readonly OptionNeed[]): string[] =>
  needs.flatMap((need) => (typeof need === 'string' ? [need] : need.oneOf.flat()))
