import { dayMs, hourMs } from '@sluice/contract/durations'
import { makeReason } from '@sluice/contract/error-reasons'
import type { spanQuery } from '@sluice/contract/paging'
import type { Span } from '../store/time-spans.ts'
import { refusedRequest } from './refused-field.ts'

export type SpanQuery = { [name in keyof typeof spanQuery]?: number | undefined }

const spanDefaultMs = 30 * dayMs

/**
 * The hours that the times of `query` touch; by default up to now, and from 30 days before the end. Throws GatewayError
 * if the span is longer than `secondsMax`.
 */
export function parseHourSpan(query: SpanQuery, { now, secondsMax }: { now: number; secondsMax: number }): Span {
  const end = query.end_timestamp
  const untilAt = end ? (end + 1) * 1000 : now + 1
  const start = query.start_timestamp
  const fromAt = start ? start * 1000 : Math.max(0, untilAt - spanDefaultMs)
  if (untilAt - fromAt > secondsMax * 1000 + 1000)
    throw refusedRequest(makeReason('spanTooManyDays', { days: Math.floor(secondsMax / 86_400) }))
  return { fromAt: Math.floor(fromAt / hourMs) * hourMs, untilAt }
}
