import type { Vendor } from '@sluice/contract/catalogue'
import type { VendorRow } from '../../store/catalogue.ts'

/** The wire counts in seconds. */
export const buildVendor = (row: VendorRow): Vendor => ({
  id: row.id,
  name: row.name,
  description: row.description,
  icon: row.icon,
  status: row.status === 1 ? 1 : 0,
  created_time: Math.floor(row.created_at / 1_000),
  updated_time: Math.floor(row.updated_at / 1_000),
})
