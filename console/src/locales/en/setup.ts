import type { SameKeys } from '../same-keys.ts'
import type zh from '../zh/setup.ts'

export default {
  title: 'First-run setup',
} satisfies SameKeys<typeof zh>
