import { autoGroup } from '@sluice/contract/group'
import { type Parsed, parseNumbers, parseTexts, writeTable } from './json-table.ts'

/** A group in the table; it may be in either option or in both. */
export interface GroupRow {
  group: string
  /** null = the group does not exist; its calls are charged at 1. */
  ratio: number | null
  /** Users may choose it for their tokens. */
  isSelectable: boolean
  description: string
}

/** The two JSON texts behind the table. */
export interface GroupTexts {
  GroupRatio: string
  UserUsableGroups: string
}

/** null = a text cannot be parsed, so no table is shown. */
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

/** A JSON object with one entry changed; undefined removes it. The others keep their positions. */
function withEntry<T>(parsed: Parsed<Map<string, T>>, name: string, value: T | undefined): string {
  const table = new Map(parsed.ok ? parsed.value : [])
  if (value === undefined) table.delete(name)
  else table.set(name, value)
  return writeTable(table)
}

export type GroupChange =
  | { kind: 'add'; group: string }
  | { kind: 'remove'; group: string }
  | { kind: 'ratio'; group: string; ratio: number }
  | { kind: 'selectable'; group: string; isSelectable: boolean }
  | { kind: 'description'; group: string; description: string }

/** The options that a change in the table affects. */
export function changeGroups(texts: GroupTexts, change: GroupChange): Partial<GroupTexts> {
  const { group } = change
  const ratio = (value: number | undefined) => withEntry(parseNumbers(texts.GroupRatio), group, value)
  const usable = (value: string | undefined) => withEntry(parseTexts(texts.UserUsableGroups), group, value)
  switch (change.kind) {
    case 'add':
      // It has no ratio of its own: it represents other groups.
      return group === autoGroup ? { UserUsableGroups: usable(group) } : { GroupRatio: ratio(1) }
    case 'ratio':
      return { GroupRatio: ratio(change.ratio) }
    case 'description':
      return { UserUsableGroups: usable(change.description) }
    case 'selectable':
      // A group that users can choose needs a description; the default is its name.
      return { UserUsableGroups: usable(change.isSelectable ? group : undefined) }
    case 'remove':
      return { GroupRatio: ratio(undefined), UserUsableGroups: usable(undefined) }
  }
}

export type NewName = { ok: true; name: string } | { ok: false; fault: 'required' | 'taken' }

/** An unused name for a new entry. */
export function readNewName(text: string, taken: readonly string[]): NewName {
  const name = text.trim()
  if (name === '') return { ok: false, fault: 'required' }
  return taken.includes(name) ? { ok: false, fault: 'taken' } : { ok: true, name }
}
