import { type DataStep, dataSteps, hourlySpanMax } from '@sluice/contract/data'
import { dayMs, hourMs } from '@sluice/contract/durations'
import type { Span } from '../../store/time-spans.ts'
import { parseHourSpan, type SpanQuery } from '../parse-span.ts'
import { type TimeSteps, timeSteps } from '../time-steps.ts'
import { wrongParameter } from '../wrong-parameter.ts'

/** The parameters as received. Empty = absent. */
export interface OverviewParameters extends SpanQuery {
  step?: string | undefined
  time_zone?: string | undefined
  by?: string | undefined
  parts?: '' | 'all' | undefined
}

export interface OverviewQuery {
  span: Span
  step: DataStep
  steps: TimeSteps
  previous: PreviousSpan
  /** Every part is listed, as far as their figures are not too many. */
  hasAllParts: boolean
}

/** The span that is compared. */
interface PreviousSpan {
  /** Hours that count in full. */
  whole: Span
  /** The hour of which `lastShare` counts. */
  last: Span
  lastShare: number
}

interface OverviewDefaults {
  now: number
  secondsMax: number
  step: DataStep
}

/** Throws GatewayError naming the parameter that cannot be read. */
export function parseOverviewQuery(query: OverviewParameters, defaults: OverviewDefaults): OverviewQuery {
  const { now } = defaults
  const span = parsePastSpan(query, defaults)
  const step = parseStep(query.step || defaults.step, span)
  try {
    const steps = timeSteps(span, step, query.time_zone || 'UTC')
    return { span, step, steps, previous: previousOf(span, now), hasAllParts: query.parts === 'all' }
  } catch (error) {
    if (error instanceof RangeError) throw wrongParameter('time_zone')
    throw error
  }
}

/** The hours that the times touch, none of them ahead of now. */
export function parsePastSpan(
  query: SpanQuery,
  { now, secondsMax }: Pick<OverviewDefaults, 'now' | 'secondsMax'>,
): Span {
  const { fromAt, untilAt } = parseHourSpan(query, { now, secondsMax })
  const end = Math.min(untilAt, now + 1)
  return { fromAt: Math.min(fromAt, Math.floor((end - 1) / hourMs) * hourMs), untilAt: end }
}

function parseStep(text: string, span: Span): DataStep {
  const step = dataSteps.find((known) => known === text)
  if (step === undefined) throw wrongParameter('step')
  // Limits the number of steps in a chart and in an answer.
  const isLong = span.untilAt - span.fromAt > hourlySpanMax * 1000 + hourMs
  return step === 'hour' && isLong ? 'day' : step
}

function previousOf({ fromAt, untilAt }: Span, now: number): PreviousSpan {
  const shift = Math.max(1, Math.ceil((untilAt - fromAt) / dayMs)) * dayMs
  const lastHour = Math.floor((untilAt - 1) / hourMs) * hourMs
  const isRunning = now < lastHour + hourMs
  return {
    whole: { fromAt: fromAt - shift, untilAt: lastHour - shift },
    last: { fromAt: lastHour - shift, untilAt: lastHour - shift + hourMs },
    lastShare: isRunning ? (untilAt - lastHour) / hourMs : 1,
  }
}
