import type { Vendor } from '@sluice/contract/catalogue'
import type { EntryKind } from './entry-drawer.tsx'
import { createVendor, readVendor, updateVendor } from './queries.ts'

export interface VendorValues {
  name: string
  description: string
  icon: string
  isOn: boolean
}

interface VendorWrite {
  name: string
  description: string
  icon: string
  status: 0 | 1
}

export const vendorKind: EntryKind<Vendor, VendorValues, VendorWrite> = {
  name: 'vendors',
  blank: { name: '', description: '', icon: '', isOn: true },
  nameOf: ({ name }) => name,
  read: readVendor,
  buildValues: ({ name, description, icon, status }) => ({ name, description, icon, isOn: status === 1 }),
  buildWrite: ({ name, description, icon, isOn }) => ({
    name: name.trim(),
    description: description.trim(),
    icon: icon.trim(),
    status: isOn ? 1 : 0,
  }),
  create: createVendor,
  update: updateVendor,
}
