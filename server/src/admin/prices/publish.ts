import type { PriceChangeWay, PricePublished } from '@sluice/contract/price-sheet'
import { GatewayError } from '../../core/errors.ts'
import type { ConsoleCaller } from '../../identity/console-caller.ts'
import type { AdminDependencies } from '../dependencies.ts'
import type { Audit } from '../record-audit.ts'
import { changeOptions } from '../write-options.ts'
import { applyPriceChanges, type GivenChanges } from './apply-changes.ts'
import { priceVersionOf } from './price-version.ts'

export interface Publication extends GivenChanges {
  /** Of the sheet that the changes were made on. Null = whatever the prices are now. */
  version: string | null
  note: string
  way: PriceChangeWay
}

/**
 * Writes the prices, all or none. Throws GatewayError `price_conflict` if they were changed since `version`, and
 * `invalid_parameters` or `option_invalid` if a change is invalid.
 */
export async function publishPrices(
  deps: AdminDependencies,
  { version, note, way, ...given }: Publication,
  actor: Pick<ConsoleCaller, 'id' | 'username'>,
  audit: Audit,
): Promise<PricePublished> {
  let newVersion = version ?? ''
  let excepted: string[] = []
  const changed = await changeOptions(deps, {
    action: 'option.publish_prices',
    changesOf(current) {
      if (version !== null && version !== priceVersionOf(current)) throw new GatewayError('price_conflict')
      const applied = applyPriceChanges(current, given)
      excepted = applied.excepted
      return applied.next
    },
    audit,
    prices: { actor, way, note },
    onWritten: (after) => {
      newVersion = priceVersionOf(after)
    },
  })
  return { version: newVersion, changed, excepted }
}
