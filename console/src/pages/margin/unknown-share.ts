import type { MarginSums } from '@sluice/contract/margin'

/** What was charged for the calls with an unknown cost, in quota units. */
export const unknownCharge = ({
  charge,
  cost_known_charge,
}: Pick<MarginSums, 'charge' | 'cost_known_charge'>): number => charge - cost_known_charge

/** Per cent of the calls with an unknown cost, rounded so that a part never shows as 0 or 100. */
export function unknownShare({ calls, cost_known }: Pick<MarginSums, 'calls' | 'cost_known'>): number {
  const unknown = Math.max(0, calls - cost_known)
  if (calls <= 0 || unknown === 0) return 0
  if (unknown === calls) return 100
  return Math.min(99.9, Math.max(0.1, (unknown / calls) * 100))
}
