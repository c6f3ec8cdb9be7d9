import { mapKeys } from '@sluice/contract/typed-keys'

// Times to the first token, counted by intervals of fixed bounds: sums of two histograms are a histogram.

/** The counts of an hour: the first of times up to 100 ms, the last of those above 51.2 s. */
export const firstTokenCounts = [
  'first_token_0',
  'first_token_1',
  'first_token_2',
  'first_token_3',
  'first_token_4',
  'first_token_5',
  'first_token_6',
  'first_token_7',
  'first_token_8',
  'first_token_9',
  'first_token_10',
  'first_token_11',
  'first_token_12',
  'first_token_13',
  'first_token_14',
  'first_token_15',
  'first_token_16',
  'first_token_17',
  'first_token_18',
  'first_token_19',
] as const
export type FirstTokenCount = (typeof firstTokenCounts)[number]
export type FirstTokenTimes = Record<FirstTokenCount, number>

export const noFirstTokens: Readonly<FirstTokenTimes> = mapKeys(firstTokenCounts, () => 0)

/** Milliseconds: each interval but the last ends at its bound, which is √2 times the one before. */
const bounds = firstTokenCounts.slice(1).map((_, index) => 100 * 2 ** (index / 2))

/** The interval of a time in milliseconds. */
export function firstTokenCountOf(ms: number): FirstTokenCount {
  const index = bounds.findIndex((bound) => ms <= bound)
  return firstTokenCounts[index < 0 ? bounds.length : index] ?? 'first_token_0'
}

/** The part by which a percentile may differ from the exact one, between 100 ms and 51.2 s: √√2. */
export const firstTokenError = 2 ** 0.25 - 1

/**
 * The time in milliseconds that the given share of the counted calls did not exceed, as the middle of its interval;
 * shorter times count as 100 ms, longer ones as 51.2 s. Null = no time was counted.
 */
export function firstTokenPercentile(times: Readonly<FirstTokenTimes>, share: number): number | null {
  const total = firstTokenCounts.reduce((sum, name) => sum + times[name], 0)
  if (total <= 0) return null
  const rank = Math.max(1, Math.ceil(total * share))
  let counted = 0
  const index = firstTokenCounts.findIndex((name) => {
    counted += times[name]
    return counted >= rank
  })
  const [from, until] = [bounds[index - 1], bounds[index]]
  if (from === undefined || until === undefined) return Math.round(from ?? until ?? 0)
  return Math.round(Math.sqrt(from * until))
}
