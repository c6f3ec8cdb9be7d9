import type { CsvCell } from '@sluice/contract/csv'
import type { DataGrouping, DataOverview } from '@sluice/contract/data'
import { formatTime, type QuotaFormat, sheetQuota } from '../../lib/format.ts'
import type { PartNames } from './part-name.ts'

export interface SheetWords {
  time: string
  by: Record<DataGrouping, string>
  calls: string
  tokens: string
  spend: string
  others(count: number): string
  names(part: PartNames): string[]
}

/** The chart as rows of a spreadsheet: a row for each step and part with calls or charges. */
export function buildSheet(
  { starts, parts, others }: Pick<DataOverview, 'starts' | 'parts' | 'others'>,
  by: readonly DataGrouping[],
  { words, format }: { words: SheetWords; format: QuotaFormat },
): CsvCell[][] {
  const heads = [words.time, ...by.map((name) => words.by[name]), words.calls, words.tokens, words.spend]
  const rest = others === null ? [] : [{ names: [words.others(others.count), ...by.slice(1).map(() => '')], ...others }]
  const all = [...parts.map((part) => ({ names: words.names(part), series: part.series })), ...rest]
  const lines = starts.flatMap((at, index) =>
    all.flatMap(({ names, series }): CsvCell[][] => {
      const [calls = 0, tokens = 0, quota = 0] = [series.calls[index], series.tokens[index], series.quota[index]]
      if (calls === 0 && tokens === 0 && quota === 0) return []
      return [[formatTime(at), ...names, calls, tokens, sheetQuota(quota, format)]]
    }),
  )
  return [heads, ...lines]
}
