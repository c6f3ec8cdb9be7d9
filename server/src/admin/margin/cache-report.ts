import {
  type CacheKey,
  type CacheLine,
  type CacheReport,
  type CacheSums,
  cacheLinesMax,
  cacheSpanMax,
} from '@sluice/contract/cache-report'
import type { PriceList } from '../../core/billing/price-list.ts'
import { priceListOf } from '../../state/price-list-of.ts'
import { findTokenNames } from '../../store/api-tokens.ts'
import { sumByClient } from '../../store/sum-by-client.ts'
import type { Span } from '../../store/time-spans.ts'
import type { HourAmount, HourGroup } from '../../store/usage-hour-question.ts'
import { pageUsageHours, type UsageSum } from '../../store/usage-hours.ts'
import { findUsernames } from '../../store/users.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { parseHourSpan, type SpanQuery } from '../parse-span.ts'

/** Pairs of a dimension and a model that are read, those with the most input that was missed first. */
const pairsMax = 5_000

const amounts = [
  'calls',
  'quota',
  'cache_read_tokens',
  'cache_counted_tokens',
  'cache_write_tokens',
] as const satisfies readonly HourAmount[]

const columnsOf: Record<CacheKey, readonly HourGroup[]> = {
  model: ['model_name'],
  channel: ['channel_id', 'model_name'],
  token: ['user_id', 'token_id', 'model_name'],
  client: ['client', 'model_name'],
}

type Deps = Pick<AdminDependencies, 'db' | 'reports' | 'state' | 'clock'>

/** What caches saved and missed, from the hourly sums and the list prices of now. */
export async function reportCaches(
  { db, reports, state, clock }: Deps,
  { by = 'model', ...query }: SpanQuery & { by?: CacheKey | undefined },
  signal: AbortSignal,
): Promise<CacheReport> {
  const now = clock.now()
  const span = parseHourSpan(query, { now, secondsMax: cacheSpanMax })
  const { pairs, isPartial } = await readPairs(reports, by, span, signal)
  const { options, channels } = state.current()
  const priceList = priceListOf(options)
  const lines = new Map<string, { first: UsageSum; sums: RunningSums }>()
  const whole = noSums()
  for (const pair of pairs) {
    const key = [
      pair.user_id,
      pair.token_id,
      pair.channel_id,
      pair.client,
      by === 'model' ? pair.model_name : '',
    ].join()
    const line = lines.get(key) ?? { first: pair, sums: noSums() }
    lines.set(key, line)
    const worth = worthOf(priceList, pair, now)
    for (const sums of [line.sums, whole]) addPair(sums, pair, worth)
  }
  const sorted = [...lines.values()].sort(({ sums: a }, { sums: b }) => b.missed - a.missed || b.counted - a.counted)
  const shown = sorted.slice(0, cacheLinesMax)
  const tokens = by === 'token' ? await findTokenNames(db, idsIn(shown, 'token_id')) : null
  const users = by === 'token' ? await findUsernames(db, idsIn(shown, 'user_id')) : null
  const lineOf = ({ first, sums }: (typeof shown)[number]): CacheLine => ({
    ...finish(sums),
    model_name: by === 'model' ? first.model_name : null,
    channel_id: by === 'channel' ? first.channel_id : null,
    channel_name: by === 'channel' ? (channels.get(first.channel_id)?.name ?? '') : null,
    token_id: tokens && first.token_id,
    token_name: tokens && (tokens.get(first.token_id) ?? ''),
    username: users && (users.get(first.user_id) ?? ''),
    client: by === 'client' ? (first.client ?? '') : null,
  })
  return { items: shown.map(lineOf), total: lines.size, sums: finish(whole), is_partial: isPartial }
}

async function readPairs(reports: Deps['reports'], by: CacheKey, span: Span, signal: AbortSignal) {
  const grouping = { columns: columnsOf[by], step: null, amounts }
  if (by === 'client') {
    // Sums know few programs.
    const pairs = await sumByClient(reports, span, grouping, signal)
    return { pairs: pairs.filter(({ cache_counted_tokens: counted }) => counted > 0), isPartial: false }
  }
  const order = { by: 'cache_missed', isAscending: false } as const
  const slice = { offset: 0, limit: pairsMax }
  const { sums, count } = await pageUsageHours(reports, { filter: span, grouping, order }, slice, signal)
  return { pairs: sums.filter(({ cache_counted_tokens: counted }) => counted > 0), isPartial: count > pairsMax }
}

const idsIn = (lines: readonly { first: UsageSum }[], name: 'token_id' | 'user_id'): number[] => [
  ...new Set(lines.map(({ first }) => first[name])),
]

interface Worth {
  saved: number
  missed: number
}

/** In quota, not rounded; null = the model has no price by tokens. */
function worthOf(priceList: PriceList, pair: UsageSum, now: number): Worth | null {
  const price = priceList.priceOf(pair.model_name, now)
  if (price?.base.kind !== 'ratio') return null
  const { ratio, factor, cacheReadRatio } = price.base
  const written = (price.byClaude ?? price).base
  const dearer = written.kind === 'ratio' ? written.cacheWrite5mRatio - 1 : 0
  const { cache_read_tokens: read, cache_counted_tokens: counted, cache_write_tokens: write } = pair
  const fresh = ratio * factor
  return {
    saved: fresh * (read * (1 - cacheReadRatio) - write * dearer),
    missed: fresh * Math.max(0, counted - read) * Math.max(0, 1 - cacheReadRatio),
  }
}

interface RunningSums extends Worth {
  calls: number
  counted: number
  read: number
  write: number
  isPriced: boolean
}

const noSums = (): RunningSums => ({ calls: 0, counted: 0, read: 0, write: 0, saved: 0, missed: 0, isPriced: false })

function addPair(sums: RunningSums, pair: UsageSum, worth: Worth | null): void {
  sums.calls += pair.calls
  sums.counted += pair.cache_counted_tokens
  sums.read += pair.cache_read_tokens
  sums.write += pair.cache_write_tokens
  if (worth === null) return
  sums.isPriced = true
  sums.saved += worth.saved
  sums.missed += worth.missed
}

const finish = ({ calls, counted, read, write, saved, missed, isPriced }: RunningSums): CacheSums => ({
  calls,
  counted_tokens: counted,
  read_tokens: read,
  write_tokens: write,
  hit_percent: counted > 0 ? Math.round((read / counted) * 1_000) / 10 : null,
  saved: isPriced ? Math.round(saved) : null,
  missed: isPriced ? Math.round(missed) : null,
})
