import type { SameKeys } from '../same-keys.ts'
import type zh from '../zh/channels.ts'

export default {
  title: 'Channels',
  purpose: 'The ways to model providers: keys, models and priorities.',
} satisfies SameKeys<typeof zh>
