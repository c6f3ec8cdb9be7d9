import type { TextLanguage } from '@sluice/contract/messages/languages'
import type { PricingRow } from '@sluice/contract/pricing'
import type { Services } from '../../services.ts'
import { keepPerReader } from './pricing-answers.ts'

/** Model name to its row of the price list. */
export type PublicModels = ReadonlyMap<string, PricingRow>

/**
 * The models that visitors may read about, in a language; null where the price list is switched off or needs a login.
 * Models whose calls are refused for lack of a price are omitted, as in the list of the console.
 */
export function createPublicModels({
  state,
  clock,
}: Services<'state' | 'clock'>): (language: TextLanguage) => PublicModels | null {
  const listFor = keepPerReader(({ data }) => ({
    all: byName(data),
    priced: byName(data.filter((row) => row.is_priced)),
  }))
  return (language) => {
    const snapshot = state.current()
    const { HeaderNavModules: nav, SelfUseModeEnabled: isFree, UnsetModelRatio: unsetRatio } = snapshot.options
    if (!nav.pricing.enabled || nav.pricing.requireAuth) return null
    const { all, priced } = listFor(snapshot, { groups: [], language, isOperator: false }, clock.now())
    return isFree || unsetRatio > 0 ? all : priced
  }
}

const byName = (rows: readonly PricingRow[]): PublicModels => new Map(rows.map((row) => [row.model_name, row]))
