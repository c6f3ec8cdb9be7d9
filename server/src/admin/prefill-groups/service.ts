import {
  type PrefillGroup,
  prefillGroup,
  type prefillGroupCreate,
  type prefillGroupUpdate,
  prefillTypes,
} from '@sluice/contract/catalogue'
import { makeReason } from '@sluice/contract/error-reasons'
import type { z } from 'zod'
import { toSeconds } from '../../core/to-seconds.ts'
import { listPrefillGroups, type PrefillGroupRow } from '../../store/catalogue.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { createNamedRows } from '../named-rows.ts'
import type { Audit } from '../record-audit.ts'
import { refusedField } from '../refused-field.ts'

/** Lists of names that forms insert at once. Throws not_found, name_taken, and invalid_parameters for wrong items. */
export function createPrefillGroupService(deps: AdminDependencies) {
  const groups = createNamedRows(deps, { table: 'prefill_groups', what: makeReason('prefillGroup') })

  return {
    list: async (type: string): Promise<PrefillGroup[]> =>
      (await listPrefillGroups(deps.db, type)).map(buildPrefillGroup),

    async create({ items, ...values }: z.output<typeof prefillGroupCreate>, audit: Audit) {
      requireItems(values.type, items)
      const row = await groups.create({ ...values, items: JSON.stringify(items) }, (line, trx) =>
        audit({ action: 'prefill_group.create', objectType: 'prefill_group', ...line }, trx),
      )
      return buildPrefillGroup(row)
    },

    async update({ id, items, ...changes }: z.output<typeof prefillGroupUpdate>, audit: Audit) {
      const former = buildPrefillGroup(await groups.find(id))
      requireItems(changes.type ?? former.type, items ?? former.items)
      const text = items === undefined ? {} : { items: JSON.stringify(items) }
      const row = await groups.update(id, { ...changes, ...text }, (line, trx) =>
        audit({ action: 'prefill_group.update', objectType: 'prefill_group', ...line }, trx),
      )
      return buildPrefillGroup(row)
    },

    remove: (id: number, audit: Audit): Promise<void> =>
      groups.remove(id, (line, trx) =>
        audit({ action: 'prefill_group.delete', objectType: 'prefill_group', ...line }, trx),
      ),
  }
}

/** Only endpoints are an object. */
function requireItems(type: PrefillGroup['type'], items: PrefillGroup['items']): void {
  if (type !== 'endpoint' && !Array.isArray(items)) throw refusedField('items', makeReason('mustBeList'))
}

/** Times on the wire are seconds. */
const buildPrefillGroup = (row: PrefillGroupRow): PrefillGroup => ({
  id: row.id,
  name: row.name,
  type: prefillTypes.find((type) => type === row.type) ?? 'model',
  items: prefillGroup.shape.items.parse(JSON.parse(row.items)),
  description: row.description,
  created_time: toSeconds(row.created_at),
  updated_time: toSeconds(row.updated_at),
})
