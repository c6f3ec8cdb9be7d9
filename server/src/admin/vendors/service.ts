import type { Vendor } from '@sluice/contract/catalogue'
import { makeReason } from '@sluice/contract/error-reasons'
import { toSeconds } from '../../core/to-seconds.ts'
import { countVendors, listVendors, unlinkVendor, type VendorRow } from '../../store/catalogue.ts'
import type { Slice } from '../../store/channels.ts'
import type { NamedValues } from '../../store/named-rows.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { createNamedRows } from '../named-rows.ts'
import type { Audit } from '../record-audit.ts'

/**
 * Vendors of models. Each change is published, because the price list contains them. Throws not_found and name_taken.
 */
export function createVendorService(deps: AdminDependencies) {
  const { db, state } = deps
  const vendors = createNamedRows(deps, { table: 'vendors', what: makeReason('vendor') })
  const publish = () => state.publish({ kind: 'catalogue' })

  return {
    async list(keyword: string, slice: Slice): Promise<{ items: Vendor[]; total: number }> {
      const [rows, total] = await Promise.all([listVendors(db, keyword, slice), countVendors(db, keyword)])
      return { items: rows.map(buildVendor), total }
    },

    read: async (id: number): Promise<Vendor> => buildVendor(await vendors.find(id)),

    async create(values: NamedValues<'vendors'>, audit: Audit): Promise<Vendor> {
      const row = await vendors.create(values, (line, trx) =>
        audit({ action: 'vendor.create', objectType: 'vendor', ...line }, trx),
      )
      await publish()
      return buildVendor(row)
    },

    async update(id: number, changes: Partial<NamedValues<'vendors'>>, audit: Audit): Promise<Vendor> {
      const row = await vendors.update(id, changes, (line, trx) =>
        audit({ action: 'vendor.update', objectType: 'vendor', ...line }, trx),
      )
      await publish()
      return buildVendor(row)
    },

    /** Models of the vendor stay, without a vendor. */
    async remove(id: number, audit: Audit): Promise<void> {
      await vendors.remove(
        id,
        (line, trx) => audit({ action: 'vendor.delete', objectType: 'vendor', ...line }, trx),
        (trx) => unlinkVendor(trx, id),
      )
      await publish()
    },
  }
}

/** Times on the wire are seconds. */
const buildVendor = (row: VendorRow): Vendor => ({
  id: row.id,
  name: row.name,
  description: row.description,
  icon: row.icon,
  status: row.status === 1 ? 1 : 0,
  created_time: toSeconds(row.created_at),
  updated_time: toSeconds(row.updated_at),
})
