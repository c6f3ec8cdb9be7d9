import type { ListedChannel } from './channel-list.ts'
import { channelStatus } from './roles.ts'

/** Figures of the channels of a tag, as a list by tags shows them and sorts by them. */
export interface TagFigures {
  /** Every group that one of the channels serves. */
  groups: string[]
  /** The types of the channels, each once. */
  types: number[]
  usedQuota: number
  /** The mean of the channels that were tested; 0 = none was. */
  responseMs: number
  /** The smallest and the largest value. */
  priority: FigureRange
  weight: FigureRange
  /** What is left by currency, of the channels whose balance is known. */
  balances: { currency: string; amount: number }[]
  /** Channels whose balance is known. */
  balanceCount: number
  enabledCount: number
  /** Unix seconds; 0 = no test. */
  lastTest: number
  /** Unix seconds; -1 = no channel expires. */
  firstExpiry: number
  lastCreation: number
}

export interface FigureRange {
  min: number
  max: number
}

export function tagFiguresOf(members: readonly ListedChannel[]): TagFigures {
  const tested = members.filter(({ response_time }) => response_time > 0)
  const known = members.filter(({ balance_updated_time: at }) => at > 0)
  const expiries = members.map(({ expired_time }) => expired_time).filter((at) => at > 0)
  return {
    groups: [...new Set(members.flatMap(({ group }) => groupsIn(group)))],
    types: [...new Set(members.map(({ type }) => type))],
    usedQuota: sumOf(members.map(({ used_quota }) => used_quota)),
    responseMs:
      tested.length === 0 ? 0 : Math.round(sumOf(tested.map(({ response_time }) => response_time)) / tested.length),
    priority: rangeOf(members.map(({ priority }) => priority)),
    weight: rangeOf(members.map(({ weight }) => weight)),
    balances: balancesOf(known),
    balanceCount: known.length,
    enabledCount: members.filter(({ status }) => status === channelStatus.enabled).length,
    lastTest: largestOf(members.map(({ test_time }) => test_time)),
    firstExpiry: expiries.length === 0 ? -1 : smallestOf(expiries),
    lastCreation: largestOf(members.map(({ created_time }) => created_time)),
  }
}

const groupsIn = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

function balancesOf(known: readonly ListedChannel[]): TagFigures['balances'] {
  const byCurrency = new Map<string, number>()
  for (const { balance, balance_currency: currency } of known)
    byCurrency.set(currency, (byCurrency.get(currency) ?? 0) + balance)
  return [...byCurrency].map(([currency, amount]) => ({ currency, amount }))
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
// No spread: thousands of arguments overflow the stack.
const largestOf = (values: readonly number[]): number =>
  values.reduce((largest, value) => Math.max(largest, value), Number.NEGATIVE_INFINITY)
const smallestOf = (values: readonly number[]): number =>
  values.reduce((smallest, value) => Math.min(smallest, value), Number.POSITIVE_INFINITY)
const rangeOf = (values: readonly number[]): FigureRange => ({
  min: smallestOf(values),
  max: largestOf(values),
})
