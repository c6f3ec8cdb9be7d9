import type { Vendor } from '@sluice/contract/catalogue'
import { toSeconds } from '../../core/to-seconds.ts'
import type { VendorRow } from '../../store/catalogue.ts'

/** Times on the wire are seconds. */
export const buildVendor = (row: VendorRow): Vendor => ({
  id: row.id,
  name: row.name,
  description: row.description,
  icon: row.icon,
  status: row.status === 1 ? 1 : 0,
  created_time: toSeconds(row.created_at),
  updated_time: toSeconds(row.updated_at),
})
