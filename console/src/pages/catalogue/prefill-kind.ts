import type { PrefillGroup, PrefillType } from '@sluice/contract/catalogue'
import { namesOfItems, writeItems } from '../../lib/catalogue-items.ts'
import type { EntryKind } from './entry-drawer.tsx'
import { createPrefillGroup, readPrefillGroup, updatePrefillGroup } from './queries.ts'

export interface PrefillValues {
  name: string
  type: PrefillType
  items: string[]
  description: string
}

interface PrefillWrite extends Omit<PrefillValues, 'items'> {
  items: string[] | Record<string, unknown>
}

export const prefillKind: EntryKind<PrefillGroup, PrefillValues, PrefillWrite> = {
  name: 'prefill',
  blank: { name: '', type: 'model', items: [], description: '' },
  nameOf: ({ name }) => name,
  read: readPrefillGroup,
  buildValues: ({ name, type, items, description }) => ({
    name,
    type,
    description,
    items: namesOfItems(items),
  }),
  buildWrite: ({ name, type, items, description }, row) => ({
    name: name.trim(),
    type,
    description: description.trim(),
    // Only endpoint types may be an object, which contains their paths.
    items: writeItems(items, type === 'endpoint' ? (row?.items ?? {}) : []),
  }),
  create: createPrefillGroup,
  update: updatePrefillGroup,
}
