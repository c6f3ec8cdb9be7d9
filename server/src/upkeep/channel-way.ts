import type { ChannelSetting } from '@sluice/contract/channel'
import { makeReason } from '@sluice/contract/error-reasons'
import { upstreamFailure } from './upstream-failure.ts'

/** The proxy of a channel. */
export function proxyOf({ proxy }: ChannelSetting): { proxy?: string } {
  if (!proxy) return {}
  if (/^(https?|socks5h?):\/\//i.test(proxy)) return { proxy }
  throw upstreamFailure(makeReason('proxyKind'))
}
