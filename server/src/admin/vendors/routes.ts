import type { Vendor } from '@sluice/contract/catalogue'
import { makeReason } from '@sluice/contract/error-reasons'
import type { vendorSearchQuery } from '@sluice/contract/routes/catalogue'
import type { z } from 'zod'
import { countVendors, listVendors, unlinkVendor, type VendorRow } from '../../store/catalogue.ts'
import type { AdminApi } from '../admin-api.ts'
import { pagedList } from '../answer.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { createNamedRows } from '../named-rows.ts'
import { parsePage } from '../paging.ts'

/** Who makes the models of the list of prices. */
export function mountVendorRoutes(api: AdminApi, deps: AdminDependencies): void {
  const { db, state } = deps
  const vendors = createNamedRows(deps, { table: 'vendors', what: makeReason('vendor') })
  const publish = () => state.publish({ kind: 'catalogue' })

  async function answerList(query: z.output<typeof vendorSearchQuery>) {
    const page = parsePage(query)
    const [rows, total] = await Promise.all([
      listVendors(db, query.keyword, page),
      countVendors(db, query.keyword),
    ])
    return pagedList(rows.map(buildVendor), total, page)
  }

  api.route('GET /api/vendors/', ({ query }) => answerList({ ...query, keyword: '' }))
  api.route('GET /api/vendors/search', ({ query }) => answerList(query))
  api.route('GET /api/vendors/:id', async ({ params }) => ({
    data: buildVendor(await vendors.find(params.id)),
  }))
  api.route('POST /api/vendors/', async ({ body, audit }) => {
    const row = await vendors.create(body, (line, trx) =>
      audit({ action: 'vendor.create', objectType: 'vendor', ...line }, trx),
    )
    await publish()
    return { data: buildVendor(row) }
  })
  api.route('PUT /api/vendors/', async ({ body: { id, ...changes }, audit }) => {
    const row = await vendors.update(id, changes, (line, trx) =>
      audit({ action: 'vendor.update', objectType: 'vendor', ...line }, trx),
    )
    await publish()
    return { data: buildVendor(row) }
  })
  api.route('DELETE /api/vendors/:id', async ({ params: { id }, audit }) => {
    await vendors.remove(
      id,
      (line, trx) => audit({ action: 'vendor.delete', objectType: 'vendor', ...line }, trx),
      (trx) => unlinkVendor(trx, id),
    )
    await publish()
    return {}
  })
}

const buildVendor = (row: VendorRow): Vendor => ({
  id: row.id,
  name: row.name,
  description: row.description,
  icon: row.icon,
  status: row.status === 1 ? 1 : 0,
  created_time: Math.floor(row.created_at / 1_000),
  updated_time: Math.floor(row.updated_at / 1_000),
})
