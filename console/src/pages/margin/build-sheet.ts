import type { CsvCell } from '@sluice/contract/csv'
import type { MarginKey, MarginPage, MarginRow, MarginSums } from '@sluice/contract/margin'
import { type QuotaFormat, sheetQuota } from '../../lib/format.ts'

/** The column heads of the file. */
export interface SheetWords {
  key: Record<MarginKey | 'channelId' | 'userId' | 'tokenId' | 'tokenOwner', string>
  calls: string
  charge: string
  list: string
  costKnown: string
  /** Of the line of calls that were served better than they were priced. */
  unpriced: string
  costKnownCharge: string
  cost: string
  margin: string
  marginPercent: string
  total: string
}

/** The report as rows of a spreadsheet: heads, lines, and totals. Unknown values stay empty. */
export function buildSheet(
  { items, sums }: Pick<MarginPage, 'items' | 'sums'>,
  keys: readonly MarginKey[],
  { words, format }: { words: SheetWords; format: QuotaFormat },
): CsvCell[][] {
  const money = (value: number | null): CsvCell => (value === null ? null : sheetQuota(value, format))
  const figures = (sum: MarginSums): CsvCell[] => [
    sum.calls,
    money(sum.charge),
    money(sum.list),
    sum.cost_known,
    money(sum.cost_known_charge),
    money(sum.cost),
    money(sum.margin),
    sum.margin_percent,
  ]
  const heads = [
    ...keys.flatMap((key) => keyHeads(key, words.key)),
    words.calls,
    words.charge,
    words.list,
    words.costKnown,
    words.costKnownCharge,
    words.cost,
    words.margin,
    words.marginPercent,
  ]
  const lines = items.map((row) => [...keys.flatMap((key) => keyCells(key, row)), ...figures(row)])
  const width = keys.flatMap((key) => keyHeads(key, words.key)).length
  const total = [words.total, ...Array<CsvCell>(width - 1).fill(null), ...figures(sums)]
  // What they cost is unknown, so the line has calls and charges alone.
  const unpriced = [words.unpriced, ...Array<CsvCell>(width - 1).fill(null), sums.unpriced, money(sums.unpriced_charge)]
  return [heads, ...lines, total, ...(sums.unpriced > 0 ? [unpriced] : [])]
}

const keyHeads = (key: MarginKey, words: SheetWords['key']): string[] => {
  if (key === 'channel') return [words.channelId, words.channel]
  if (key === 'token') return [words.tokenId, words.token, words.tokenOwner]
  return key === 'user' ? [words.userId, words.user] : [words[key]]
}

const keyCells = (key: MarginKey, row: MarginRow): CsvCell[] => {
  if (key === 'channel') return [row.channel_id, row.channel_name]
  if (key === 'user') return [row.user_id, row.username]
  if (key === 'token') return [row.token_id, row.token_name, row.token_owner]
  return [key === 'day' ? row.day : row.model_name]
}
