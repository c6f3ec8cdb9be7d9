import { type ChannelStatusFilter, channelStatus, channelStatusFilters } from '@sluice/contract/roles'
import { tableOf } from '@sluice/contract/table-of'
import { disabledStatuses } from '../../store/channels.ts'

export const statusesOf: Record<ChannelStatusFilter, readonly number[]> = {
  enabled: [channelStatus.enabled],
  disabled: disabledStatuses,
  manual_disabled: [channelStatus.disabled],
  auto_disabled: [channelStatus.autoDisabled],
}

/** Other clients send numbers. */
const filterOfNumber = tableOf<ChannelStatusFilter>({ '1': 'enabled', '0': 'disabled' })

/** The statuses that the filter `status` of a channel list selects; null = all, also for an unknown text. */
export function parseStatusFilter(text: string): readonly number[] | null {
  const name = filterOfNumber[text] ?? channelStatusFilters.find((filter) => filter === text)
  return name === undefined ? null : statusesOf[name]
}
