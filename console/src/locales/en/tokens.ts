import type { SameKeys } from '../same-keys.ts'
import type zh from '../zh/tokens.ts'

export default {
  title: 'API Tokens',
  purpose: 'Create and manage the keys that call models.',
} satisfies SameKeys<typeof zh>
