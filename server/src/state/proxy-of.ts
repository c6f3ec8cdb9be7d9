import { GatewayError } from '../core/errors.ts'
import { isProxyAddress } from '../platform/outbound/is-proxy-address.ts'
import type { ChannelState } from './snapshot.ts'

/** The channel's proxy. Failing is better than sending the key by another route than configured. */
export function proxyOf({ id, setting }: ChannelState): string | undefined {
  if (!setting.proxy) return undefined
  if (isProxyAddress(setting.proxy)) return setting.proxy
  throw new GatewayError(
    'channel_misconfigured',
    {},
    { detail: `channel ${id} names a proxy that is not http, https or socks5` },
  )
}
