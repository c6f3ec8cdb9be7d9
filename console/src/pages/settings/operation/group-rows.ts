import { parseNumbers, parseTexts, writeTable } from './json-table.ts'

/** A group as the table shows it; it may stand in either option or in both. */
export interface GroupRow {
  group: string
  /** null = not among the groups that exist; calls under it are charged at 1. */
  ratio: number | null
  /** Users may choose it for their tokens. */
  isSelectable: boolean
  description: string
}

/** The two JSON texts that the table is a view of. */
export interface GroupTexts {
  GroupRatio: string
  UserUsableGroups: string
}

/** null when a text cannot be read: the table cannot show it then. */
export function parseGroupRows({ GroupRatio, UserUsableGroups }: GroupTexts): GroupRow[] | null {
  const [ratios, usable] = [parseNumbers(GroupRatio), parseTexts(UserUsableGroups)]
  if (!ratios.ok || !usable.ok) return null
  const groups = new Set([...ratios.value.keys(), ...usable.value.keys()])
  return [...groups].map((group) => ({
    group,
    ratio: ratios.value.get(group) ?? null,
    isSelectable: usable.value.has(group),
    description: usable.value.get(group) ?? '',
  }))
}

export const writeGroupRows = (rows: readonly GroupRow[]): GroupTexts => ({
  GroupRatio: writeTable(
    new Map(rows.flatMap(({ group, ratio }) => (ratio === null ? [] : [[group, ratio] as const]))),
  ),
  UserUsableGroups: writeTable(
    new Map(rows.filter(({ isSelectable }) => isSelectable).map((row) => [row.group, row.description])),
  ),
})

export const withGroup = (
  rows: readonly GroupRow[],
  group: string,
  changes: Partial<Omit<GroupRow, 'group'>>,
): GroupRow[] => rows.map((row) => (row.group === group ? { ...row, ...changes } : row))

export type NewName = { ok: true; name: string } | { ok: false; fault: 'required' | 'taken' }

/** A name for something new among `taken`. */
export function readNewName(text: string, taken: readonly string[]): NewName {
  const name = text.trim()
  if (name === '') return { ok: false, fault: 'required' }
  return taken.includes(name) ? { ok: false, fault: 'taken' } : { ok: true, name }
}
