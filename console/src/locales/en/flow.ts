import type { SameKeys } from '../same-keys.ts'
import type zh from '../zh/flow.ts'

export default {
  you: 'You',
  failed: 'failed',
  idle: 'unused',
  label: 'Where the calls go',
} satisfies SameKeys<typeof zh>
