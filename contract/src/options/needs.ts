import type { OptionNeed } from './option.ts'
import { optionKeys, optionOf } from './registry.ts'

/** A feature of the site, its switch, and the options that it needs while it is on. */
export interface OptionFeature {
  /** A boolean option; or one whose value enables the feature once those of `with` are filled in too. */
  switch: string
  /** Absent: the switch alone decides. */
  with?: readonly string[]
  needs: readonly OptionNeed[]
}

/** The needs of each switch. The server refuses writes that violate them; the console shows them at the field. */
export const optionFeatures: readonly OptionFeature[] = optionKeys.flatMap((key) => {
  const { needs, with: parts } = optionOf(key)
  return needs === undefined ? [] : [{ switch: key, needs, ...(parts && { with: parts }) }]
})

/** The missing options of `needs`; of alternatives, those of the one that lacks the fewest. */
export function missingOptions(needs: readonly OptionNeed[], isFilled: (option: string) => boolean): string[] {
  const missing = (names: readonly string[]) => names.filter((name) => !isFilled(name))
  return needs.flatMap((need) => {
    if (typeof need === 'string') return missing([need])
    return need.oneOf.map(missing).toSorted((a, b) => a.length - b.length)[0] ?? []
  })
}

/** Every option that `needs` contains. */
export const neededOptions = (needs: readonly OptionNeed[]): string[] =>
  needs.flatMap((need) => (typeof need === 'string' ? [need] : need.oneOf.flat()))
