import { type EndpointType, endpointTypes } from '@sluice/contract/priced-kinds'
import type { PricingVendor } from '@sluice/contract/pricing'
import { recordOf } from '@sluice/contract/read-json'
import { vendorOf } from '@sluice/contract/vendor-of'
import type { Catalogue } from '../state/catalogue.ts'
import type { ModelCardRow, VendorRow } from '../store/catalogue.ts'

/** The operator's entry about a model, and its vendor. */
export interface ModelDescription {
  /** The vendor's name, else the maker derived from the model's name; '' = unknown. */
  owner: string
  /** The maker, derived from the model's name alone. It decides the tools. */
  maker: string
  vendor: VendorRow | null
  card: ModelCardRow | null
  /** Null = as the channels offer. */
  endpointTypes: EndpointType[] | null
}

export function describeModel(model: string, catalogue: Catalogue): ModelDescription {
  const maker = vendorOf(model)
  const card = catalogue.cardOf(model) ?? null
  const vendor =
    catalogue.vendors.get(card?.vendor_id ?? 0) ?? (maker === '' ? undefined : catalogue.vendorNamed(maker)) ?? null
  // A vendor with the name of the maker keeps its key, for which the console has a text.
  const owner = vendor === null || vendor.name.toLowerCase() === maker ? maker : vendor.name
  return { owner, maker, vendor, card, endpointTypes: endpointTypesIn(card?.endpoints ?? '') }
}

export const buildPricingVendor = ({ id, name, description, icon }: VendorRow): PricingVendor => ({
  id,
  name,
  ...(description !== '' && { description }),
  ...(icon !== '' && { icon }),
})

/** The known types in the entry; null = none. */
function endpointTypesIn(text: string): EndpointType[] | null {
  if (text === '') return null
  const value: unknown = JSON.parse(text)
  const names: readonly unknown[] = Array.isArray(value) ? value : Object.keys(recordOf(value))
  const known = endpointTypes.filter((type) => names.includes(type))
  return known.length === 0 ? null : known
}
