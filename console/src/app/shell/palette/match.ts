import { looksLikeSecret } from '../../../lib/secret-text.ts'
export interface Findable {
  label: string
  /** Further words by which it is found. */
  words?: string
}

const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean)

/** Smaller is better: the name begins with the text, contains it, or another word contains it. Infinity = not found. */
function rankOf({ label, words = '' }: Findable, wanted: readonly string[]): number {
  const name = label.toLowerCase()
  const all = `${name} ${words.toLowerCase()}`
  if (!wanted.every((word) => all.includes(word))) return Number.POSITIVE_INFINITY
  if (name.startsWith(wanted.join(' '))) return 0
  return wanted.every((word) => name.includes(word)) ? 1 : 2
}

/** The items that contain every word of `text`, best match first; for an empty text all of them. */
export function matchItems<Item extends Findable>(items: readonly Item[], text: string): Item[] {
  const wanted = wordsOf(text)
  return items
    .map((item) => ({ item, rank: rankOf(item, wanted) }))
    .filter(({ rank }) => Number.isFinite(rank))
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item)
}

/** Text that looks like a key is not sent as a search. */
export const isSendable = (text: string): boolean => text !== '' && !looksLikeSecret(text)
