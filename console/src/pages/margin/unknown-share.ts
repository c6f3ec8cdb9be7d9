import type { MarginSums } from '@sluice/contract/margin'

/** Percent of the calls whose cost is not known, rounded so that 0 and 100 are never said of a part. */
export function unknownShare({ calls, cost_known }: Pick<MarginSums, 'calls' | 'cost_known'>): number {
  const unknown = Math.max(0, calls - cost_known)
  if (calls <= 0 || unknown === 0) return 0
  if (unknown === calls) return 100
  return Math.min(99.9, Math.max(0.1, (unknown / calls) * 100))
}
