import { type PrefillGroup, prefillTypes } from '@sluice/contract/catalogue'
import { makeReason } from '@sluice/contract/error-reasons'
import { GatewayError } from '../../core/errors.ts'
import { listPrefillGroups, type PrefillGroupRow } from '../../store/catalogue.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { createNamedRows } from '../named-rows.ts'

/** Names that forms fill in at once. */
export function mountPrefillGroupRoutes(api: AdminApi, deps: AdminDependencies): void {
  const groups = createNamedRows(deps, { table: 'prefill_groups', what: makeReason('prefillGroup') })

  api.route('GET /api/prefill_group/', async ({ query }) => ({
    data: (await listPrefillGroups(deps.db, query.type)).map(buildPrefillGroup),
  }))
  api.route('POST /api/prefill_group/', async ({ body: { items, ...values }, audit }) => {
    requireItems(values.type, items)
    const row = await groups.create({ ...values, items: JSON.stringify(items) }, (line, trx) =>
      audit({ action: 'prefill_group.create', objectType: 'prefill_group', ...line }, trx),
    )
    return { data: buildPrefillGroup(row) }
  })
  api.route('PUT /api/prefill_group/', async ({ body: { id, items, ...changes }, audit }) => {
    const former = buildPrefillGroup(await groups.find(id))
    requireItems(changes.type ?? former.type, items ?? former.items)
    const text = items === undefined ? {} : { items: JSON.stringify(items) }
    const row = await groups.update(id, { ...changes, ...text }, (line, trx) =>
      audit({ action: 'prefill_group.update', objectType: 'prefill_group', ...line }, trx),
    )
    return { data: buildPrefillGroup(row) }
  })
  api.route('DELETE /api/prefill_group/:id', async ({ params, audit }) => {
    await groups.remove(params.id, (line, trx) =>
      audit({ action: 'prefill_group.delete', objectType: 'prefill_group', ...line }, trx),
    )
    return {}
  })
}

/** Only endpoints are an object. */
function requireItems(type: PrefillGroup['type'], items: PrefillGroup['items']): void {
  if (type === 'endpoint' || Array.isArray(items)) return
  const reason = makeReason('mustBeList')
  throw new GatewayError('invalid_parameters', { reason }, { fields: { items: reason } })
}

const buildPrefillGroup = (row: PrefillGroupRow): PrefillGroup => ({
  id: row.id,
  name: row.name,
  type: prefillTypes.find((type) => type === row.type) ?? 'model',
  items: JSON.parse(row.items) as PrefillGroup['items'],
  description: row.description,
  created_time: Math.floor(row.created_at / 1_000),
  updated_time: Math.floor(row.updated_at / 1_000),
})
