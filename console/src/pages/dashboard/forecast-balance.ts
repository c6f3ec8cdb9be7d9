import { type DataTokens, lowBalanceDays } from '@sluice/contract/data'

export type BalanceForecast =
  | { kind: 'empty' }
  /** There were no recent charges. */
  | { kind: 'unused' }
  | { kind: 'days'; days: number; isShort: boolean }
  /** Beyond any useful forecast. */
  | { kind: 'long' }

/** So few days that a top-up is urgent. */
const shortDays = lowBalanceDays
const longDays = 365

/** How long `quota` lasts at `pace` a day. */
export function forecastBalance({ quota, pace }: Pick<DataTokens, 'quota' | 'pace'>): BalanceForecast {
  if (quota <= 0) return { kind: 'empty' }
  if (pace <= 0) return { kind: 'unused' }
  const days = quota / pace
  if (days > longDays) return { kind: 'long' }
  return { kind: 'days', days: Math.floor(days), isShort: days < shortDays }
}
