import { patternOf } from '@sluice/contract/upstream-models'
import type { OptionValues } from '../state/option-registry.ts'
import { suffixOf } from '../state/resolve-model.ts'
import type { ChannelState } from '../state/snapshot.ts'

export interface ModelDifference {
  /** Names to append to the channel's models. */
  added: string[]
  /** Models of the channel that its upstream no longer lists. */
  removed: string[]
}

/**
 * Compares the models of a channel with those that its upstream lists. A mapping target is not new, and a mapped name
 * is not missing: the channel sends another name for it. A name with a thinking suffix is not missing while its base
 * is listed, and an entry for all names with a beginning while one of them is.
 */
export function compareModels(
  { models, modelMapping }: Pick<ChannelState, 'models' | 'modelMapping'>,
  { listed, ignored, options }: { listed: readonly string[]; ignored: readonly string[]; options: OptionValues },
): ModelDifference {
  const mapping = modelMapping === 'invalid' ? null : modelMapping
  const targets = new Set(mapping?.values())
  const known = new Set(listed)
  const isIgnored = ignoring(ignored)
  const isServed = (name: string): boolean => {
    if (name.endsWith('*')) return listed.some((one) => one.startsWith(name.slice(0, -1)))
    if (mapping?.has(name) || known.has(name)) return true
    const base = suffixOf(name, options)?.base
    return base !== undefined && (known.has(base) || mapping?.has(base) === true)
  }
  return {
    added: listed.filter((name) => !models.has(name) && !targets.has(name) && !isIgnored(name)),
    removed: [...models].filter((name) => !isServed(name)),
  }
}

/** Whether a name is among the ignored entries, which are names or patterns. */
export function ignoring(entries: readonly string[]): (name: string) => boolean {
  const patterns = entries.map(patternOf).filter((pattern) => pattern !== null)
  const names = new Set(entries)
  return (name) => names.has(name) || patterns.some((pattern) => pattern.test(name))
}
