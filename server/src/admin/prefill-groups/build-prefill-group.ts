import { type PrefillGroup, prefillGroup, prefillTypes } from '@sluice/contract/catalogue'
import { toSeconds } from '../../core/to-seconds.ts'
import type { PrefillGroupRow } from '../../store/catalogue.ts'

/** Times on the wire are seconds. */
export const buildPrefillGroup = (row: PrefillGroupRow): PrefillGroup => ({
  id: row.id,
  name: row.name,
  type: prefillTypes.find((type) => type === row.type) ?? 'model',
  items: prefillGroup.shape.items.parse(JSON.parse(row.items)),
  description: row.description,
  created_time: toSeconds(row.created_at),
  updated_time: toSeconds(row.updated_at),
})
