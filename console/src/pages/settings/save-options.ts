import type { OptionEntry } from '@sluice/contract/option'

export interface SaveOutcome {
  saved: OptionEntry[]
  failed: { key: string; error: unknown }[]
}

type Write = (entry: OptionEntry) => Promise<unknown>

/** Switches are thrown one after another, each after what it may depend on. */
const isSwitchKey = (key: string): boolean => /enabled$/i.test(key)

/**
 * Writes `changes`, one call each: first the plain options together, then the switches in sequence, which stop at
 * the first failure. Never throws; a switch that was not tried is in neither list.
 */
export async function saveOptions(changes: readonly OptionEntry[], write: Write): Promise<SaveOutcome> {
  const plain = changes.filter(({ key }) => !isSwitchKey(key))
  const outcomes = await Promise.all(plain.map((entry) => tryWrite(entry, write)))
  for (const entry of changes.filter(({ key }) => isSwitchKey(key))) {
    if (outcomes.some(({ error }) => error !== undefined)) break
    outcomes.push(await tryWrite(entry, write))
  }
  return {
    saved: outcomes.filter(({ error }) => error === undefined).map(({ entry }) => entry),
    failed: outcomes
      .filter(({ error }) => error !== undefined)
      .map(({ entry, error }) => ({ key: entry.key, error })),
  }
}

async function tryWrite(entry: OptionEntry, write: Write): Promise<{ entry: OptionEntry; error?: unknown }> {
  try {
    await write(entry)
    return { entry }
  } catch (error) {
    return { entry, error: error ?? new Error('unknown') }
  }
}
