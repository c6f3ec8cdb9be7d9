import { createHash } from 'node:crypto'
import type { Pricing } from '@sluice/contract/pricing'
import { createPriceList, type PriceList } from '../../core/billing/price-list.ts'
import type { OptionValues } from '../../state/option-registry.ts'
import type { Snapshot } from '../../state/snapshot.ts'
import { buildPricing, type PriceReader } from './build-pricing.ts'

export interface PricingAnswer {
  /** The whole answer as JSON. */
  body: string
  etag: string
}

interface Kept<T> {
  made: T
  /** When the first of its channels expires; milliseconds. */
  until: number
}

const groupsMax = 500

/** What is made of a price list for its reader. */
export type PricingReader<T> = (snapshot: Snapshot, reader: PriceReader, now: number) => T

/**
 * What `build` makes of the price list for each group of accounts and language, and for administrators, once for each
 * state of options and channels.
 */
export function keepPerReader<T>(build: (pricing: Pricing) => T): PricingReader<T> {
  const kept = new WeakMap<Snapshot, Map<string, Kept<T>>>()
  const priceLists = new WeakMap<OptionValues, PriceList>()

  const listOf = (options: OptionValues): PriceList => {
    const known = priceLists.get(options) ?? createPriceList(options)
    priceLists.set(options, known)
    return known
  }

  return (snapshot, reader, now) => {
    const readers = `${reader.language} ${reader.isOperator} ${reader.groups.join(',')}`
    const answers = kept.get(snapshot) ?? new Map<string, Kept<T>>()
    kept.set(snapshot, answers)
    const known = answers.get(readers)
    if (known && now < known.until) return known.made
    const made = build(buildPricing(snapshot, listOf(snapshot.options), reader, now))
    if (answers.size >= groupsMax) answers.clear()
    answers.set(readers, { made, until: nextExpiry(snapshot, now) })
    return made
  }
}

export function writePricing(pricing: Pricing): PricingAnswer {
  const body = JSON.stringify({ success: true, message: '', ...pricing })
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"` }
}

function nextExpiry({ channels }: Snapshot, now: number): number {
  let next = Number.POSITIVE_INFINITY
  for (const { expiresAt } of channels.values())
    if (expiresAt !== null && expiresAt > now && expiresAt < next) next = expiresAt
  return next
}
