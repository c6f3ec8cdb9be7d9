import { isRecord, parseJson } from '@sluice/contract/read-json'
import { isText } from '../models/names.ts'
import { writeTable } from './json-table.ts'

/** The models that a group cannot use. */
export interface GroupModels {
  group: string
  models: readonly string[]
}

/** One row for each group, and for each other group in the text; null if the text is not a table of names. */
export function parseGroupModels(groups: readonly string[], text: string): GroupModels[] | null {
  const value = parseJson(text.trim() === '' ? '{}' : text)
  if (!isRecord(value)) return null
  const hidden = new Map(Object.entries(value))
  const rows: GroupModels[] = []
  for (const group of new Set([...groups, ...hidden.keys()])) {
    const models = hidden.get(group) ?? []
    if (!Array.isArray(models) || !models.every(isText)) return null
    rows.push({ group, models })
  }
  return rows
}

/** Groups without hidden models are left out. */
export const writeGroupModels = (rows: readonly GroupModels[]): string =>
  writeTable(new Map(rows.filter(({ models }) => models.length > 0).map(({ group, models }) => [group, models])))
