import { type ModelCard, matchesName, nameRules } from '@sluice/contract/catalogue'
import { quotaTypes } from '@sluice/contract/priced-kinds'
import type { PricingRow } from '@sluice/contract/pricing'
import type { PriceList } from '../../core/billing/price-list.ts'
import { knownFactsOf } from '../../core/catalogue/known-facts.ts'
import { toSeconds } from '../../core/to-seconds.ts'
import { parseFacts } from '../../state/parse-facts.ts'
import type { Snapshot } from '../../state/snapshot.ts'
import type { ModelCardRow } from '../../store/catalogue.ts'

/** A model that enabled channels offer. */
export interface OfferedModel {
  groups: Set<string>
  /** Channel id to the fields that an entry shows of it. */
  channels: Map<number, { name: string; type: number }>
}

const matchedMax = 100

/** Model to the channels that offer it. Expired channels are not in the routes. */
export function offeredModels({ routes }: Snapshot): Map<string, OfferedModel> {
  const offered = new Map<string, OfferedModel>()
  for (const [group, models] of routes)
    for (const [model, channels] of models) {
      const known = offered.get(model) ?? { groups: new Set(), channels: new Map() }
      offered.set(model, known)
      known.groups.add(group)
      for (const { id, name, type } of channels) known.channels.set(id, { name, type })
    }
  return offered
}

export function buildModelCard(
  row: ModelCardRow,
  { offered, priceList }: { offered: ReadonlyMap<string, OfferedModel>; priceList: PriceList },
): ModelCard {
  const { name, name_rule: rule } = row
  const matched =
    rule === nameRules.exact
      ? [name].filter((model) => offered.has(model))
      : [...offered.keys()].filter((model) => matchesName({ name, rule }, model)).toSorted()
  const groups = new Set<string>()
  const channels: OfferedModel['channels'] = new Map()
  const kinds = new Set<PricingRow['quota_type']>()
  for (const found of matched) {
    const model = offered.get(found)
    for (const group of model?.groups ?? []) groups.add(group)
    for (const [id, channel] of model?.channels ?? []) channels.set(id, channel)
    const kind = priceList.planOf(found)?.base.kind
    if (kind !== undefined) kinds.add(kind === 'per_call' ? quotaTypes.perCall : quotaTypes.byTokens)
  }
  return {
    id: row.id,
    model_name: name,
    description: row.description,
    icon: row.icon,
    tags: row.tags,
    vendor_id: row.vendor_id,
    endpoints: row.endpoints,
    status: row.status === 1 ? 1 : 0,
    sync_official: row.sync_official === 1 ? 1 : 0,
    name_rule: Object.values(nameRules).find((known) => known === rule) ?? nameRules.exact,
    facts: parseFacts(row.facts),
    known_facts: rule === nameRules.exact ? knownFactsOf(name) : {},
    created_time: toSeconds(row.created_at),
    updated_time: toSeconds(row.updated_at),
    bound_channels: [...channels.values()],
    enable_groups: [...groups].toSorted(),
    quota_types: [...kinds].toSorted(),
    matched_models: matched.slice(0, matchedMax),
    matched_count: matched.length,
  }
}
