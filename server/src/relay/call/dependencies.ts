import type { ChannelNotices } from '../../notify/channel-notices.ts'
import type { TokenCounter } from '../../platform/token-counter/token-counter.ts'
import type { Services } from '../../services.ts'

export interface RelayDependencies extends Services {
  tokenCounter: TokenCounter
  channelNotices: ChannelNotices
  /** From 0 (included) to 1 (excluded). */
  random: () => number
}
