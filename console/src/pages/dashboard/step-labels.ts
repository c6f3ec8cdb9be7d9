import type { DataOverview, DataStep } from '@sluice/contract/data'
import { formatClock, formatDay } from '../../lib/format.ts'

/** Above this number, hours are labelled by day. */
const hoursOnAxisMax = 48

/** The label of a step on an axis. */
export function axisLabel(at: number, { step, starts }: Pick<DataOverview, 'step' | 'starts'>, language: string) {
  return step === 'hour' && starts.length <= hoursOnAxisMax ? formatClock(at) : formatDay(at, language)
}

/** Whether a step has a label if not all fit: hours of many days at midnight. */
export const isNamed = (at: number, { step, starts }: Pick<DataOverview, 'step' | 'starts'>): boolean =>
  step !== 'hour' || starts.length <= hoursOnAxisMax || new Date(at * 1000).getHours() === 0

/** A step in full. Weeks end on their last day, hours at the start of the next. */
export function stepTitle(at: number, step: DataStep, language: string): string {
  const begin = formatDay(at, language)
  if (step === 'day') return begin
  if (step === 'hour') return `${begin} ${formatClock(at)} – ${formatClock(at + 3_600)}`
  const last = new Date(at * 1000)
  last.setDate(last.getDate() + 6)
  return `${begin} – ${formatDay(last.getTime() / 1000, language)}`
}
