import { type PrefillGroup, prefillTypes } from '@sluice/contract/catalogue'
import { toSeconds } from '../../core/to-seconds.ts'
import type { PrefillGroupRow } from '../../store/catalogue.ts'

/** The wire counts in seconds. */
export const buildPrefillGroup = (row: PrefillGroupRow): PrefillGroup => ({
  id: row.id,
  name: row.name,
  type: prefillTypes.find((type) => type === row.type) ?? 'model',
  // Written by the service alone, from items that the contract has read.
  items: JSON.parse(row.items) as PrefillGroup['items'],
  description: row.description,
  created_time: toSeconds(row.created_at),
  updated_time: toSeconds(row.updated_at),
})
