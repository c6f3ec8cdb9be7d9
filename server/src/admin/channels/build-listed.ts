import { firstModelsMax, type ListedChannel } from '@sluice/contract/channel-list'
import { channelStatus } from '@sluice/contract/roles'
import { toSeconds } from '../../core/to-seconds.ts'
import { splitNames } from '../../state/build-channel-state.ts'
import type { ChannelState } from '../../state/snapshot.ts'
import { type ListedRow, modelsHeadLength } from '../../store/listed-channels.ts'
import { hasFailedTest, isKeyless } from '../channel-troubles.ts'

/** A channel as a row of a list. `state` = the same channel in the snapshot, where it is there already. */
export const buildListedChannel = (row: ListedRow, state: ChannelState | undefined): ListedChannel => ({
  ...buildChannelFacts(row),
  other_info: row.status === channelStatus.autoDisabled ? row.other_info : '',
  ...(hasFailedTest(row) && { test_failed: true }),
  ...(state !== undefined && isKeyless(state) && { is_keyless: true }),
  model_count: Number(row.model_count),
  first_models: firstModelsOf(row.models_head),
})

/** A name that the end of the head may have cut is left out. */
function firstModelsOf(head: string): string[] {
  const isCut = head.length >= modelsHeadLength
  return splitNames(isCut ? head.slice(0, head.lastIndexOf(',') + 1) : head).slice(0, firstModelsMax)
}

/** The fields that a list and a single channel have in common. */
export const buildChannelFacts = (
  row: Omit<ListedRow, 'model_count' | 'models_head' | 'failed_tests' | 'refused_tests'>,
) => ({
  id: row.id,
  type: row.type,
  name: row.name,
  status: row.status,
  tag: row.tag ?? '',
  remark: row.remark ?? '',
  group: row.group_names,
  priority: row.priority,
  weight: row.weight,
  used_quota: row.used_quota,
  response_time: row.response_time_ms,
  test_time: toSeconds(row.test_at),
  created_time: toSeconds(row.created_at),
  expired_time: row.expires_at === null ? -1 : toSeconds(row.expires_at),
  balance: row.balance,
  balance_updated_time: toSeconds(row.balance_updated_at),
  balance_currency: row.balance_currency,
})
