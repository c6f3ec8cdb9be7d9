import { type Ability, abilities, type Modality, modalities } from '@sluice/contract/model-abilities'
import { type EndpointType, endpointTypes, quotaTypes } from '@sluice/contract/priced-kinds'
import type { PricingRow } from '@sluice/contract/pricing'
import { otherVendor } from '../../components/vendor-mark/vendor-name.ts'

export const kinds = ['', 'tokens', 'call'] as const
export type Kind = (typeof kinds)[number]
export const orders = ['', 'input', '-input', 'output', '-output'] as const
export type Order = (typeof orders)[number]

export interface PricingFilters {
  group: string
  keyword: string
  vendor: string
  kind: Kind
  /** '' = any. */
  endpoint: EndpointType | ''
  tag: string
  /** '' = any. */
  ability: Ability | ''
  /** An input modality of the model; '' = any. */
  modality: Modality | ''
  /** The smallest context in tokens; 0 = any. */
  contextMin: number
  /** The highest price of a million tokens of input, in dollars and in the group; 0 = any. */
  dollarsMax: number
  /** The factor of the group. */
  ratio: number
}

/** Shows all models of a group. */
export const noFilters: Omit<PricingFilters, 'group'> = {
  keyword: '',
  vendor: '',
  kind: '',
  endpoint: '',
  tag: '',
  dollarsMax: 0,
  ratio: 1,
  ability: '',
  modality: '',
  contextMin: 0,
}

/** Choices for the highest price of input. */
export const priceLimits = [0.5, 1, 3, 10] as const

/** Choices for the smallest context. */
export const contextLimits = [32_000, 128_000, 200_000, 1_000_000] as const

/** 1 = 2 dollars a million tokens. */
const dollarsPerRatio = 2

/** The group whose prices are shown: the requested one, otherwise the first one that offers a model. */
export function chooseGroup(rows: readonly PricingRow[], groups: readonly string[], requested: string): string {
  if (groups.includes(requested)) return requested
  const offering = groups.find((group) => rows.some((row) => row.enable_groups.includes(group)))
  return offering ?? groups[0] ?? ''
}

/** The matching rows in their order. Each word must be in the name of the model, its vendor or its tags. */
export function filterRows(rows: readonly PricingRow[], filters: PricingFilters): PricingRow[] {
  const words = filters.keyword
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return rows.filter((row) => {
    if (!row.enable_groups.includes(filters.group)) return false
    if (filters.vendor !== '' && vendorKey(row) !== filters.vendor) return false
    if (filters.kind !== '' && kindOf(row) !== filters.kind) return false
    if (filters.endpoint !== '' && !row.supported_endpoint_types.includes(filters.endpoint)) return false
    if (filters.tag !== '' && !tagsOf(row).includes(filters.tag)) return false
    if (filters.ability !== '' && !row.abilities?.includes(filters.ability)) return false
    if (filters.modality !== '' && !row.input_modalities?.includes(filters.modality)) return false
    if (filters.contextMin > (row.context_tokens ?? 0)) return false
    if (filters.dollarsMax > 0 && !costsAtMost(row, filters)) return false
    const text = `${row.model_name} ${row.owner_by} ${row.tags ?? ''}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** Models with a price by call, or without a price, have no price by token. */
const costsAtMost = (row: PricingRow, { dollarsMax, ratio }: PricingFilters): boolean =>
  row.is_priced && kindOf(row) === 'tokens' && row.model_ratio * dollarsPerRatio * ratio <= dollarsMax

/** The endpoints by which any of `rows` can be called, in their usual order. */
export const endpointsOf = (rows: readonly PricingRow[]): EndpointType[] =>
  endpointTypes.filter((type) => rows.some((row) => row.supported_endpoint_types.includes(type)))

/** The abilities and input modalities of any of `rows`, in their usual order. */
export const abilitiesOf = (rows: readonly PricingRow[]): Ability[] =>
  abilities.filter((ability) => rows.some((row) => row.abilities?.includes(ability)))
export const modalitiesOf = (rows: readonly PricingRow[]): Modality[] =>
  modalities.filter((modality) => rows.some((row) => row.input_modalities?.includes(modality)))

/** The tags of `rows`, by name. */
export const allTags = (rows: readonly PricingRow[]): string[] =>
  [...new Set(rows.flatMap(tagsOf))].toSorted((a, b) => a.localeCompare(b))

/** Tags are separated by commas. */
export const tagsOf = ({ tags = '' }: Pick<PricingRow, 'tags'>): string[] => [
  ...new Set(
    tags
      .split(/[,，]/)
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
]

/** Unknown vendors are one choice. */
const vendorKey = (row: Pick<PricingRow, 'owner_by'>): string => row.owner_by || otherVendor

const kindOf = (row: Pick<PricingRow, 'quota_type'>): Kind =>
  row.quota_type === quotaTypes.perCall ? 'call' : 'tokens'

/** The vendors of `rows` with their number of models, most first; unknown ones last. */
export function countVendors(rows: readonly PricingRow[]): [vendor: string, count: number][] {
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(vendorKey(row), (counts.get(vendorKey(row)) ?? 0) + 1)
  const isOther = (vendor: string) => Number(vendor === otherVendor)
  return [...counts].sort(([a, ofA], [b, ofB]) => isOther(a) - isOther(b) || ofB - ofA || (a < b ? -1 : 1))
}

/** Sorted by price on request. Rows without a price by token come last in both directions. */
export function orderRows(rows: readonly PricingRow[], order: Order): PricingRow[] {
  if (order === '') return [...rows]
  const direction = order.startsWith('-') ? -1 : 1
  const isOutput = order.endsWith('output')
  const amountOf = (row: PricingRow): number => (isOutput ? row.model_ratio * row.completion_ratio : row.model_ratio)
  const isApart = (row: PricingRow) => Number(kindOf(row) === 'call' || !row.is_priced)
  return rows.toSorted((a, b) => isApart(a) - isApart(b) || direction * (amountOf(a) - amountOf(b)))
}
