import type { DataStep } from '@sluice/contract/data'
import { dayMs, hourMs } from '@sluice/contract/durations'
import type { Span } from '../store/time-spans.ts'

const lengths: Record<DataStep, number> = { hour: hourMs, day: dayMs, week: 7 * dayMs }
/** Instant 0 was a Thursday: on a clock, weeks begin three days before or four after multiples of a week. */
const phases: Record<DataStep, number> = { hour: 0, day: 0, week: 4 * dayMs }

/** A part of a span in which the UTC offset of a time zone is constant. */
interface Stretch extends Span {
  offsetMs: number
}

/** The steps of one span: where each begins, and how sums over a period are queried and assigned. */
export interface TimeSteps {
  starts: readonly number[]
  stretches: readonly Stretch[]
  lengthMs: number
  /** Where steps begin on the clocks of a stretch, as an offset from instant 0. */
  phaseOf(stretch: Stretch): number
  /** The position of the step that holds an instant of the span. */
  indexOf(at: number): number
}

/**
 * The steps that a span touches, in `timeZone`. Days and weeks begin at local midnight, so a day on which the clock
 * changes has 23 or 25 hours. Hours are those of UTC. Throws RangeError for an unknown time zone.
 */
export function timeSteps(span: Span, step: DataStep, timeZone: string): TimeSteps {
  const offsetAt = clockOf(timeZone)
  const lengthMs = lengths[step]
  const startOf = (clock: number) => clock - ((((clock - phases[step]) % lengthMs) + lengthMs) % lengthMs)
  const instantOf = (clock: number) => clock - offsetAt(clock - offsetAt(clock))

  const starts: number[] = []
  if (step === 'hour') {
    for (let at = startOf(span.fromAt); at < span.untilAt; at += lengthMs) starts.push(at)
  } else {
    let clock = startOf(span.fromAt + offsetAt(span.fromAt))
    for (let at = instantOf(clock); at < span.untilAt; at = instantOf(clock)) {
      starts.push(at)
      clock += lengthMs
    }
  }
  return {
    starts,
    lengthMs,
    stretches: step === 'hour' ? [{ ...span, offsetMs: 0 }] : stretchesOf(span, offsetAt),
    phaseOf: ({ offsetMs }) => phases[step] - offsetMs,
    indexOf: (at) => lastNotAfter(starts, at),
  }
}

type OffsetAt = (at: number) => number

/** The UTC offset of a zone at an instant, in milliseconds. */
function clockOf(timeZone: string): OffsetAt {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  return (at) => {
    const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign, hours = 0, minutes = 0, seconds = 0] = /^GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(name) ?? []
    const size = Number(hours) * hourMs + Number(minutes) * 60_000 + Number(seconds) * 1000
    return sign === '-' ? -size : size
  }
}

function stretchesOf(span: Span, offsetAt: OffsetAt): Stretch[] {
  const stretches: Stretch[] = []
  let fromAt = span.fromAt
  let offsetMs = offsetAt(fromAt)
  for (let at = fromAt; at < span.untilAt; ) {
    const next = Math.min(at + dayMs, span.untilAt)
    const changed = offsetAt(next)
    if (changed !== offsetMs) {
      const change = firstHourOf(at, next, (hour) => offsetAt(hour) === changed)
      stretches.push({ fromAt, untilAt: change, offsetMs })
      fromAt = change
      offsetMs = changed
    }
    at = next
  }
  if (fromAt < span.untilAt) stretches.push({ fromAt, untilAt: span.untilAt, offsetMs })
  return stretches
}

/** The first whole hour after `low` for which `holds` is true; figures are kept by the hour. `high` where none is. */
function firstHourOf(low: number, high: number, holds: (hour: number) => boolean): number {
  let hour = Math.floor(low / hourMs) * hourMs + hourMs
  while (hour < high && !holds(hour)) hour += hourMs
  return Math.min(hour, high)
}

function lastNotAfter(starts: readonly number[], at: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((starts[middle] ?? 0) <= at) low = middle
    else high = middle - 1
  }
  return low
}
