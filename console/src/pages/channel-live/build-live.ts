import type { ChannelHealthEntry } from '@sluice/contract/channel-health'
import { errorShareOf, isMostlyFailing } from '../../lib/channel-errors.ts'

export interface LiveView {
  calls: number
  /** 0 to 1; null = no calls. */
  errorShare: number | null
  inFlight: number
  resting: number
  /** Channels with problems first, then by number of calls. */
  rows: ChannelHealthEntry[]
  /** Channels beyond the list. */
  more: number
}

export const rowsMax = 200

/** The figures and the list of the page. Channels without recent calls and without rests are left out. */
export function buildLive(entries: readonly ChannelHealthEntry[]): LiveView {
  const active = entries.filter((one) => isTroubled(one) || one.calls > 0 || one.in_flight > 0)
  const rows = active.toSorted(
    (a, b) => Number(isTroubled(b)) - Number(isTroubled(a)) || b.calls - a.calls || a.channel_id - b.channel_id,
  )
  const calls = sum(active, (one) => one.calls)
  const errors = sum(active, (one) => one.errors)
  return {
    calls,
    errorShare: errorShareOf({ calls, errors }),
    inFlight: sum(active, (one) => one.in_flight),
    resting: active.filter(({ state, resting }) => state !== 'closed' || resting.length > 0).length,
    rows: rows.slice(0, rowsMax),
    more: Math.max(0, rows.length - rowsMax),
  }
}

type LiveState = ChannelHealthEntry['state'] | 'failing'

/** A channel that is not resting is failing if at least half of its calls fail or the upstream refuses its key. */
export function stateOf({ state, refused_keys, calls, errors }: Omit<ChannelHealthEntry, 'resting'>): LiveState {
  if (state !== 'closed') return state
  return refused_keys > 0 || isMostlyFailing({ calls, errors }) ? 'failing' : state
}

const isTroubled = (entry: ChannelHealthEntry): boolean => stateOf(entry) !== 'closed' || entry.resting.length > 0

const sum = <T>(list: readonly T[], countOf: (one: T) => number): number =>
  list.reduce((total, one) => total + countOf(one), 0)
