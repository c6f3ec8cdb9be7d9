import type { SameKeys } from '../same-keys.ts'
import type zh from '../zh/docs.ts'

export default {
  search: 'Search the documentation',
  searchFailed: 'The texts to search could not be loaded. Try again later.',
  results: 'Results',
  found_one: '{{count}} result',
  found_other: '{{count}} results',
  example: 'example',
  contents: 'Contents',
  guide: 'Guide',
  own: 'Pages of this site',
  ownFailed: 'The pages of this site could not be loaded.',
  reference: 'Manual for operators',
  neighbours: 'Previous and next page',
  key: {
    label: 'Key in the examples',
    none: 'Fill in a key …',
    hint: 'The copy button copies the whole key. It is put into no address, and forgotten when the page is loaded again.',
    login: 'Log in to fill your key into the examples',
    create: 'Create a key to fill it into the examples',
  },
  missing: {
    title: 'There is no such page',
    text: 'It may have been deleted or renamed. Look in the contents, or search.',
    start: 'To the start of the documentation',
  },
  closed: {
    title: 'For accounts',
    text: 'This page is shown after the log-in.',
    login: 'Log in',
  },
} as const satisfies SameKeys<typeof zh>
