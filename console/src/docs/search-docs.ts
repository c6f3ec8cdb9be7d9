import MiniSearch from 'minisearch'

/** A text under a heading: its address, the title of its page, the heading, the text. */
export type DocSection = readonly [path: string, page: string, heading: string, text: string]

export interface Hit {
  path: string
  page: string
  heading: string
  /** The text around the first word that was found. */
  excerpt: string
}

const chinese = /\p{Script=Han}/u

/** Words and numbers; Chinese has no spaces, so that each pair of its characters is a word. */
function splitWords(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u).flatMap((word) => {
    if (!chinese.test(word)) return word === '' ? [] : [word]
    return word.split(/(\p{Script=Han}+)/u).flatMap((part) => {
      if (!chinese.test(part)) return part === '' ? [] : [part]
      const pairs = [...part].slice(1).map((character, index) => `${[...part][index]}${character}`)
      return pairs.length === 0 ? [part] : pairs
    })
  })
}

/** Finds sections that have all the words, also as beginnings and with a mistyped letter. */
export function createDocSearch(sections: readonly DocSection[]): (query: string) => Hit[] {
  const index = new MiniSearch<{ id: number; page: string; heading: string; text: string }>({
    fields: ['heading', 'page', 'text'],
    tokenize: splitWords,
    searchOptions: {
      combineWith: 'AND',
      prefix: (word) => word.length > 1,
      fuzzy: (word) => (word.length > 5 && !/\d/.test(word) ? 0.15 : false),
      boost: { heading: 4, page: 2 },
      // Who has a task finds the page about it before the reference.
      boostDocument: (id) => weightOf(sections[Number(id)]?.[0] ?? ''),
    },
  })
  index.addAll(sections.map(([, page, heading, text], id) => ({ id, page, heading, text })))
  return (query) =>
    index
      .search(query.trim())
      .slice(0, hitsMax)
      .flatMap(({ id, terms }) => {
        const section = sections[Number(id)]
        if (!section) return []
        const [path, page, heading, text] = section
        return [{ path, page, heading, excerpt: cutAround(text, terms) }]
      })
}

const hitsMax = 12
const developers = /^(architecture|development|testing|extending|changelog|decisions)/

const weightOf = (path: string): number => {
  if (path.startsWith('recipes/') || path.startsWith('operations')) return 1.6
  return developers.test(path) ? 0.5 : 1
}

const excerptLength = 140

function cutAround(text: string, terms: readonly string[]): string {
  const lower = text.toLowerCase()
  const places = terms.map((term) => lower.indexOf(term.toLowerCase())).filter((place) => place >= 0)
  const first = places.length === 0 ? 0 : Math.min(...places)
  const start = first < 50 ? 0 : text.indexOf(' ', first - 50) + 1
  const end = start + excerptLength
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`
}
