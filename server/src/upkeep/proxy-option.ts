import type { ChannelSetting } from '@sluice/contract/channel'
import { makeReason } from '@sluice/contract/error-reasons'
import { isProxyAddress } from '../platform/outbound/is-proxy-address.ts'
import { upstreamFailure } from './upstream-failure.ts'

/** The proxy of a channel, as an option of a call. Throws GatewayError when calls cannot go through it. */
export function proxyOption({ proxy }: ChannelSetting): { proxy?: string } {
  if (!proxy) return {}
  if (isProxyAddress(proxy)) return { proxy }
  throw upstreamFailure(makeReason('proxyKind'))
}
