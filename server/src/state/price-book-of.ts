import { createPriceBook, type PriceBook } from '../core/billing/price-book.ts'
import type { OptionValues } from './option-registry.ts'

const books = new WeakMap<OptionValues, PriceBook>()

/** One price book for each set of options, so that a call only looks prices up. */
export function priceBookOf(options: OptionValues): PriceBook {
  const known = books.get(options)
  if (known) return known
  const book = createPriceBook(options)
  books.set(options, book)
  return book
}
