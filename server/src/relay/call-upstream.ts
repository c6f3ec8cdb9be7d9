import { GatewayError } from '../core/errors.ts'
import type { Config } from '../platform/config.ts'
import type { Reachability } from '../platform/reachability.ts'

export interface UpstreamRequest {
  url: string
  headers: Record<string, string>
  body: Uint8Array
  /** The channel's own way out, `http://` or `https://`; absent = direct. */
  proxy?: string | undefined
  signal: AbortSignal
}

export type CallUpstream = (request: UpstreamRequest) => Promise<Response>

/**
 * One POST to an upstream: no redirect is followed, nothing is inflated behind our back, no time limit but ours.
 * Throws GatewayError: the signal's reason, or `upstream_unreachable`.
 */
export function createUpstreamCaller(config: Config, reachability: Reachability): CallUpstream {
  return async ({ url, headers, body, proxy, signal }) => {
    const nextHop = proxy ?? url
    const watch = reachability.watch(nextHop, config.CONNECT_TIMEOUT * 1_000)
    try {
      const answer = fetch(url, {
        method: 'POST',
        headers,
        body,
        signal,
        redirect: 'manual',
        decompress: false,
        // The runtime would give up by itself after five minutes; the call's own deadlines decide.
        timeout: false,
        ...(proxy && { proxy }),
      } as BunFetchRequestInit)
      const response = watch ? await Promise.race([answer, watch.failed]) : await answer
      reachability.reached(nextHop)
      return response
    } catch (cause) {
      if (cause instanceof GatewayError) throw cause
      if (signal.aborted && signal.reason instanceof GatewayError) throw signal.reason
      throw new GatewayError('upstream_unreachable', {}, { cause, detail: String(cause) })
    } finally {
      watch?.stop()
    }
  }
}
