import { dayMs } from '@sluice/contract/durations'
import { isRecord } from '@sluice/contract/read-json'

/** What is left on an account at an upstream. */
export interface Balance {
  amount: number
  /** ISO 4217. */
  currency: string
}

/** The parts of a channel that an address depends on. */
export interface QueriedChannel {
  baseUrl: string | null
}

interface BalanceQuestion {
  channel: QueriedChannel
  /** The answers so far, parsed. */
  answers: readonly unknown[]
  /** Milliseconds. */
  now: number
}

/** How to read the balance of an account at an upstream. Pure; the calls are GETs signed like any other. */
export interface BalanceSource {
  /** The next address to read; null = the answers suffice, or the channel has no such address. */
  nextUrl(question: BalanceQuestion): string | null
  /** Null when the answers hold no balance. */
  read(answers: readonly unknown[], channel: QueriedChannel): Balance | null
}

/** A source with one address, whose answer holds the amount. */
export const balanceAt = (
  urlOf: (channel: QueriedChannel) => string | null,
  read: (answer: unknown, channel: QueriedChannel) => Balance | null,
): BalanceSource => ({
  nextUrl: ({ channel, answers }) => (answers.length === 0 ? urlOf(channel) : null),
  read: ([answer], channel) => read(answer, channel),
})

/**
 * The limit and the usage from OpenAI's old dashboard, which resellers still serve: dollars, usage in hundredths. The
 * usage covers this month, or a hundred days on accounts without a card.
 */
export const openaiBilling = (rootOf: (channel: QueriedChannel) => string | null): BalanceSource => ({
  nextUrl({ channel, answers, now }) {
    const root = rootOf(channel)
    if (root === null || answers.length > 1) return null
    if (answers.length === 0) return `${root}/v1/dashboard/billing/subscription`
    const isPrepaid = fieldOf(answers[0], 'has_payment_method') === false
    const start = isPrepaid ? isoDate(now - 100 * dayMs) : `${isoDate(now).slice(0, 7)}-01`
    return `${root}/v1/dashboard/billing/usage?start_date=${start}&end_date=${isoDate(now + dayMs)}`
  },
  read([subscription, usage]) {
    const limit = amountOf(fieldOf(subscription, 'hard_limit_usd'))
    const used = amountOf(fieldOf(usage, 'total_usage'))
    return limit === null || used === null ? null : { amount: round(limit - used / 100), currency: 'USD' }
  },
})

const isoDate = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** The value at a path of nested fields; undefined when a field is missing. */
export function fieldOf(value: unknown, ...names: readonly string[]): unknown {
  let found = value
  for (const name of names) {
    if (!isRecord(found) || !Object.hasOwn(found, name)) return undefined
    found = found[name]
  }
  return found
}

/** A number, or a numeric text as a number; null otherwise. */
export function amountOf(value: unknown): number | null {
  const amount = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof amount === 'number' && Number.isFinite(amount) ? amount : null
}

/** Removes the rounding noise of binary fractions. */
export const round = (amount: number): number => Number(amount.toFixed(6))
