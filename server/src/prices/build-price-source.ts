import { isReason } from '@sluice/contract/error-reasons'
import {
  type PriceProposal,
  type PriceSide,
  type PriceSource,
  type PriceSourceKind,
  type ProposalState,
  priceSides,
  priceSourceKinds,
  proposalStates,
} from '@sluice/contract/price-sources'
import { parseJson } from '@sluice/contract/read-json'
import { isOneOf } from '@sluice/contract/typed-keys'
import { parseStored } from '../core/json/parse-stored.ts'
import type { StatedPrice } from '../core/price-lists/compare-price.ts'
import { toSeconds } from '../core/to-seconds.ts'
import type { ProposalRow } from '../store/price-proposals.ts'
import type { PriceSourceRow } from '../store/price-sources.ts'

/** A source of a newer program may have another kind: it is shown as a file, which is never fetched. */
export const buildKind = (text: string): PriceSourceKind => (isOneOf(priceSourceKinds, text) ? text : 'file')
export const buildSide = (text: string): PriceSide => (isOneOf(priceSides, text) ? text : 'sale')
const buildState = (text: string): ProposalState => (isOneOf(proposalStates, text) ? text : 'open')

export function buildPriceSource(row: PriceSourceRow, open: number): PriceSource {
  const error = row.error === null ? null : parseJson(row.error)
  return {
    id: row.id,
    name: row.name,
    kind: buildKind(row.kind),
    url: row.url,
    provider: row.provider,
    every_hours: row.every_hours,
    side: buildSide(row.side),
    is_maker: row.is_maker !== 0,
    looked_at: toSeconds(row.looked_at),
    error: isReason(error) ? error : null,
    models: row.models,
    open,
  }
}

/** `sale`: the sale price that follows. */
export function buildPriceProposal(
  row: ProposalRow,
  { source, sale }: Pick<PriceProposal, 'source' | 'sale'>,
): PriceProposal {
  const price = (text: string): PriceProposal['proposed'] => {
    const { fields, rules } = parseStored<StatedPrice>(text)
    return { fields, rules: [...rules] }
  }
  return {
    id: row.id,
    model: row.model,
    side: buildSide(row.side),
    source_id: row.source_id,
    source,
    found_at: toSeconds(row.found_at),
    current: row.current === null ? null : price(row.current),
    proposed: price(row.proposed),
    doubts: parseStored(row.doubts),
    agreeing: parseStored(row.agreeing),
    differing: parseStored(row.differing),
    factor: row.factor === 0 ? null : row.factor,
    sale,
    state: buildState(row.state),
  }
}
