import { channelTypes } from '@sluice/contract/channel-types'
import { claudeRows } from './claude-rows.ts'
import { googleRows } from './google-rows.ts'
import { openaiRows } from './openai-rows.ts'
import { ownRows } from './own-rows.ts'
import type { ProviderRow } from './row.ts'
import { taskRows } from './task-rows.ts'

/** The name of a channel type. */
export const labelOf = (type: number): string => channelTypes.find(({ id }) => id === type)?.label ?? ''

/** Every channel type, with its usual variant first, and what its provider answers to a call of each kind. */
export const providerTable: readonly ProviderRow[] = [
  ...ownRows,
  ...openaiRows,
  ...claudeRows,
  ...googleRows,
  ...taskRows,
]
