/** The names of a comma-joined list. */
export const splitNames = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

export type AddedModels =
  | { ok: true; models: string[] }
  /** `exists`: the only name is already listed. `someExist`: at least one of several is, and none was added. */
  | { ok: false; reason: 'empty' | 'exists' | 'someExist' }

/** Adds the comma-separated names in `text` to `current`. */
export function addModels(current: readonly string[], text: string): AddedModels {
  const names = splitNames(text)
  if (names.length === 0) return { ok: false, reason: 'empty' }
  const isNew = new Set(names).size === names.length && !names.some((name) => current.includes(name))
  if (!isNew) return { ok: false, reason: names.length === 1 ? 'exists' : 'someExist' }
  return { ok: true, models: [...current, ...names] }
}

/** Appends the missing `names` to `current`. */
export const mergeModels = (current: readonly string[], names: readonly string[]): string[] => [
  ...new Set([...current, ...names]),
]

/** Applies a selection among `offered` to `current`. Names that were not offered stay. */
export function chooseModels(
  current: readonly string[],
  offered: readonly string[],
  chosen: ReadonlySet<string>,
): string[] {
  const isOffered = new Set(offered)
  const kept = current.filter((name) => !isOffered.has(name) || chosen.has(name))
  return mergeModels(
    kept,
    offered.filter((name) => chosen.has(name)),
  )
}
