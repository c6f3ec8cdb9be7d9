import { groupTextIn } from '@sluice/contract/group-texts'
import type { TextLanguage } from '@sluice/contract/messages/languages'
import { endpointPaths, endpointTypes } from '@sluice/contract/priced-kinds'
import type { Pricing } from '@sluice/contract/pricing'
import type { PriceList } from '../../core/billing/price-list.ts'
import { noToolPrices } from '../../core/billing/tool-prices.ts'
import { groupsOfModels } from '../../state/available-models.ts'
import { factsOfModel } from '../../state/facts-of-model.ts'
import type { Snapshot } from '../../state/snapshot.ts'
import { autoGroupsFor, usableGroups } from '../../state/usable-groups.ts'
import type { VendorRow } from '../../store/catalogue.ts'
import { buildPricingVendor, describeModel } from '../describe-model.ts'
import { endpointTypesOf } from '../endpoint-types.ts'
import { buildPricingRow } from './build-pricing-row.ts'

/** Whom a price list is for. */
export interface PriceReader {
  /** The groups of the account; none = a visitor. */
  groups: readonly string[]
  language: TextLanguage
  /** An administrator. */
  isOperator: boolean
}

/**
 * The price list for an account of the groups `own` (none = a visitor): the models that it can use now, and the ratios
 * of its groups. Other groups are omitted.
 */
export function buildPricing(
  snapshot: Snapshot,
  priceList: PriceList,
  { groups: own, language, isOperator }: PriceReader,
  now: number,
): Pricing {
  const groups = usableGroups(snapshot.options, own)
  const offers = groupsOfModels(snapshot, now, Object.keys(groups))
  const vendors = new Map<number, VendorRow>()
  const rows = [...offers].map(([model, offering]) => {
    const description = describeModel(model, snapshot.catalogue)
    if (description.vendor) vendors.set(description.vendor.id, description.vendor)
    return buildPricingRow({
      model,
      description,
      groups: offering,
      endpointTypes: endpointTypesOf(snapshot, model, offering, description),
      plan: priceList.planOf(model),
      toolPrices: priceList.priceOf(model, now)?.toolPrices ?? noToolPrices,
      facts: factsOfModel(model, description.card),
      quotaPerUnit: priceList.quotaPerUnit,
      isForOperator: isOperator,
    })
  })
  return {
    vendors: [...vendors.values()].toSorted((a, b) => a.id - b.id).map(buildPricingVendor),
    data: rows.sort((a, b) => compareNames(a.model_name, b.model_name)),
    group_ratio: Object.fromEntries(Object.entries(groups).map(([name, { ratio }]) => [name, ratio])),
    unset_model_ratio: snapshot.options.UnsetModelRatio,
    usable_group: Object.fromEntries(
      Object.entries(groups).map(([name, { desc }]) => [name, groupTextIn(language, desc)]),
    ),
    supported_endpoint: endpointsOf(rows),
    auto_groups: autoGroupsFor(snapshot.options, own, null),
  }
}

function endpointsOf(rows: Pricing['data']): Pricing['supported_endpoint'] {
  const used = new Set(rows.flatMap((row) => row.supported_endpoint_types))
  return Object.fromEntries(
    endpointTypes.filter((type) => used.has(type)).map((type) => [type, { path: endpointPaths[type], method: 'POST' }]),
  )
}

const collator = new Intl.Collator('en', { numeric: true })
const isGpt = (name: string): boolean => /^gpt/i.test(name)

/** Names that begin with gpt first, then by name; numbers within by their size. */
export const compareNames = (a: string, b: string): number =>
  Number(isGpt(b)) - Number(isGpt(a)) || collator.compare(a, b) || (a < b ? -1 : 1)
