import { createHash } from 'node:crypto'
import { createPriceList, type PriceList } from '../../core/billing/price-list.ts'
import type { OptionValues } from '../../state/option-registry.ts'
import type { Snapshot } from '../../state/snapshot.ts'
import { buildPricing, type PriceReader } from './build-pricing.ts'

export interface PricingAnswer {
  /** The whole answer as JSON. */
  body: string
  etag: string
}

interface Kept extends PricingAnswer {
  /** When the first of its channels expires; milliseconds. */
  until: number
}

const groupsMax = 500

/**
 * The price list for each group of accounts and language, and for administrators, built once for each state of options
 * and channels.
 */
export function createPricingAnswers(): (snapshot: Snapshot, reader: PriceReader, now: number) => PricingAnswer {
  const kept = new WeakMap<Snapshot, Map<string, Kept>>()
  const priceLists = new WeakMap<OptionValues, PriceList>()

  const listOf = (options: OptionValues): PriceList => {
    const known = priceLists.get(options) ?? createPriceList(options)
    priceLists.set(options, known)
    return known
  }

  return (snapshot, reader, now) => {
    const readers = `${reader.language} ${reader.isOperator} ${reader.groups.join(',')}`
    const answers = kept.get(snapshot) ?? new Map<string, Kept>()
    kept.set(snapshot, answers)
    const known = answers.get(readers)
    if (known && now < known.until) return known
    const pricing = buildPricing(snapshot, listOf(snapshot.options), reader, now)
    const body = JSON.stringify({ success: true, message: '', ...pricing })
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
    const made = { body, etag, until: nextExpiry(snapshot, now) }
    if (answers.size >= groupsMax) answers.clear()
    answers.set(readers, made)
    return made
  }
}

function nextExpiry({ channels }: Snapshot, now: number): number {
  let next = Number.POSITIVE_INFINITY
  for (const { expiresAt } of channels.values())
    if (expiresAt !== null && expiresAt > now && expiresAt < next) next = expiresAt
  return next
}
