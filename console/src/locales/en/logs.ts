import type { SameKeys } from '../same-keys.ts'
import type zh from '../zh/logs.ts'

export default {
  title: 'Usage Log',
  purpose: 'What each call used and what it cost.',
} satisfies SameKeys<typeof zh>
