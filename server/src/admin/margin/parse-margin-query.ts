import { dayMs, hourMs, minuteMs } from '@sluice/contract/durations'
import {
  type MarginKey,
  type MarginSort,
  marginKeys,
  marginSorts,
  marginSpanMax,
  marginTrendMax,
} from '@sluice/contract/margin'
import type { Span } from '../../store/time-spans.ts'
import type { HourGrouping } from '../../store/usage-hour-question.ts'
import type { HourOrder } from '../../store/usage-hours.ts'
import { marginAmounts } from '../margin-sums.ts'
import { type Page, type PageQuery, parsePage } from '../paging.ts'
import { parseHourSpan, type SpanQuery } from '../parse-span.ts'
import { wrongParameter } from '../wrong-parameter.ts'

/** The query parameters of the report. Empty = absent. */
export interface MarginParameters extends PageQuery, SpanQuery {
  by?: string | undefined
  utc_offset?: number | undefined
  sort?: string | undefined
  order?: string | undefined
  trend?: number | undefined
}

export interface MarginQuery {
  span: Span
  by: ReadonlySet<MarginKey>
  grouping: HourGrouping
  /** Offset from UTC to the requester's time. */
  utcOffsetMs: number
  order: HourOrder
  /** The length of a step of the trend; null = no trend. */
  trendStepMs: number | null
  page: Page
}

/** No time zone has a larger offset. */
const utcOffsetMax = 14 * 60

const columnOf = { model: 'model_name', channel: 'channel_id', user: 'user_id', token: 'token_id' } as const
const orderOf = {
  ...columnOf,
  day: 'at',
  calls: 'calls',
  charge: 'quota',
  list: 'list_quota',
  cost: 'cost_quota',
  margin: 'margin',
  margin_percent: 'margin_percent',
  loss: 'loss',
} as const satisfies Record<MarginSort, HourOrder['by']>

/** Throws GatewayError naming the parameter that cannot be read. */
export function parseMarginQuery(query: MarginParameters, now: number): MarginQuery {
  const by = parseKeys(query.by || 'model')
  const utcOffset = query.utc_offset ?? 0
  if (Math.abs(utcOffset) > utcOffsetMax) throw wrongParameter('utc_offset')
  const utcOffsetMs = utcOffset * minuteMs
  const columns = [...by].flatMap((key) => (key === 'day' ? [] : [columnOf[key]]))
  const { order = '' } = query
  if (!['', 'asc', 'desc'].includes(order)) throw wrongParameter('order')
  const span = parseHourSpan(query, { now, secondsMax: marginSpanMax })
  return {
    span,
    trendStepMs: by.has('day') ? null : parseTrend(query.trend ?? 0, span),
    by,
    grouping: {
      columns,
      step: by.has('day') ? { lengthMs: dayMs, offsetMs: -utcOffsetMs } : null,
      amounts: marginAmounts,
    },
    utcOffsetMs,
    order: { by: orderOf[parseSort(query.sort || 'charge', by)], isAscending: order === 'asc' },
    page: parsePage(query),
  }
}

/** Whole days where the span has enough of them: they are added up already. */
function parseTrend(steps: number, { fromAt, untilAt }: Span): number | null {
  if (!Number.isInteger(steps) || steps < 0 || steps > marginTrendMax) throw wrongParameter('trend')
  if (steps === 0) return null
  const unit = untilAt - fromAt > 3 * dayMs ? dayMs : hourMs
  // One step more begins where the first is not at the start of a unit.
  return Math.ceil((untilAt - fromAt) / unit / steps) * unit
}

function parseKeys(text: string): ReadonlySet<MarginKey> {
  const keys = new Set<MarginKey>()
  for (const name of text.split(',')) {
    const key = marginKeys.find((known) => known === name.trim())
    if (key === undefined) throw wrongParameter('by')
    keys.add(key)
  }
  return keys
}

function parseSort(text: string, by: ReadonlySet<MarginKey>): MarginSort {
  const sort = marginSorts.find((known) => known === text)
  const key = marginKeys.find((known) => known === sort)
  if (sort === undefined || (key !== undefined && !by.has(key))) throw wrongParameter('sort')
  return sort
}
