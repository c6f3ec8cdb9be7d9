import type { OptionEntry } from '@sluice/contract/option'
import { isOptionKey, optionOf } from '@sluice/contract/options/registry'
import { ApiError } from '../../lib/api-client.ts'

export interface SaveOutcome {
  saved: OptionEntry[]
  failed: { key: string; error: unknown }[]
}

type Write = (entry: OptionEntry) => Promise<unknown>
type WriteAll = (changes: readonly OptionEntry[]) => Promise<unknown>

/** Another administrator changed the option since it was loaded. */
export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.code === 'option_conflict'

/** Switches are saved in sequence, each after the options it may depend on. */
const isSwitch = (key: string): boolean => isOptionKey(key) && optionOf(key).kind === 'switch'

/**
 * The changes by the calls that write them: a minimum with its maximum, because each is checked against the other. All
 * others are alone.
 */
function withTheirLimits(changes: readonly OptionEntry[]): OptionEntry[][] {
  const byMaximum = Map.groupBy(changes, ({ key }) => (isOptionKey(key) ? (optionOf(key).notAbove ?? key) : key))
  return [...byMaximum.values()]
}

/**
 * Writes `changes`, one call each, and a minimum and its maximum in one: first the filled-in options at the same time,
 * then the cleared ones in the order of the card, which starts with the options that the others belong to, then the
 * switches in sequence, up to the first failure. Never throws; a switch that was not tried is in neither list.
 */
export async function saveOptions(
  changes: readonly OptionEntry[],
  write: Write,
  writeAll: WriteAll,
): Promise<SaveOutcome> {
  const plain = changes.filter(({ key }) => !isSwitch(key))
  const filled = plain.filter(({ value }) => value !== '')
  const outcomes = await Promise.all(
    withTheirLimits(filled).map((group) => {
      const [only, ...others] = group
      return only && others.length === 0 ? saveAlone(only, write) : saveTogether(group, writeAll)
    }),
  )
  for (const entry of plain.filter(({ value }) => value === '')) outcomes.push(await saveAlone(entry, write))
  for (const entry of changes.filter(({ key }) => isSwitch(key))) {
    if (outcomes.some(({ failed }) => failed.length > 0)) break
    outcomes.push(await saveAlone(entry, write))
  }
  return {
    saved: outcomes.flatMap(({ saved }) => saved),
    failed: outcomes.flatMap(({ failed }) => failed),
  }
}

/**
 * Writes `changes` in one call, all of them or none. Never throws. Fields that the server names failed individually.
 */
export async function saveTogether(changes: readonly OptionEntry[], writeAll: WriteAll): Promise<SaveOutcome> {
  try {
    await writeAll(changes)
    return { saved: [...changes], failed: [] }
  } catch (error) {
    const named = error instanceof ApiError ? error.fields : {}
    const failed = changes.map(({ key }) => ({
      key,
      error: named[key] ? withSentence(error, named[key]) : error,
    }))
    const blamed = failed.filter(({ key }) => named[key] !== undefined)
    return { saved: [], failed: blamed.length > 0 ? blamed : failed }
  }
}

/** The error of one field. */
const withSentence = (error: unknown, sentence: string): Error =>
  error instanceof ApiError ? new ApiError(sentence, error.status, error.code) : new Error(sentence)

async function saveAlone(entry: OptionEntry, write: Write): Promise<SaveOutcome> {
  try {
    await write(entry)
    return { saved: [entry], failed: [] }
  } catch (error) {
    return { saved: [], failed: [{ key: entry.key, error }] }
  }
}
