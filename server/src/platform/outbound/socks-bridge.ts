import { randomBytes, timingSafeEqual } from 'node:crypto'
import { makeReason, type Reason } from '@sluice/contract/error-reasons'
import type { Server } from 'proxy-chain'
import { originOf } from './origin-of.ts'
import type { Pin } from './pinned-hosts.ts'

/**
 * `fetch` supports only HTTP proxies. The bridge is one, on a loopback port that the system chooses, and connects
 * through SOCKS proxies. It accepts only requests with its own random login, so that no other user of the machine can
 * use it.
 */
export interface SocksBridge {
  /** The local HTTP proxy for `proxy`. Starts the bridge at the first call. */
  wayTo(proxy: string): Promise<string>
  /** Ends the running connections. The next call starts another bridge. */
  close(): Promise<void>
}

const proxiesMax = 10_000

export function createSocksBridge(): SocksBridge {
  const names = new Map<string, string>()
  const proxies = new Map<string, string>()
  const secret = randomBytes(24).toString('base64url')
  let starting: Promise<Server> | null = null

  const isOurs = (password: string): boolean => {
    const [given, own] = [Buffer.from(password), Buffer.from(secret)]
    return given.length === own.length && timingSafeEqual(given, own)
  }

  async function start(): Promise<Server> {
    const { Server: BridgeServer } = await import('proxy-chain')
    const server = new BridgeServer({
      port: 0,
      host: '127.0.0.1',
      prepareRequestFunction({ username, password }) {
        const proxy = proxies.get(username)
        if (proxy === undefined || !isOurs(password)) return { requestAuthentication: true }
        return { requestAuthentication: false, upstreamProxyUrl: proxy }
      },
    })
    await server.listen()
    return server
  }

  function nameOf(proxy: string): string {
    const known = names.get(proxy)
    if (known !== undefined) return known
    if (names.size >= proxiesMax) {
      names.clear()
      proxies.clear()
    }
    const name = randomBytes(12).toString('hex')
    names.set(proxy, name)
    proxies.set(name, proxy)
    return name
  }

  return {
    async wayTo(proxy) {
      starting ??= start()
      const { port } = await starting
      return `http://${nameOf(proxy)}:${secret}@127.0.0.1:${port}`
    },
    async close() {
      const running = await starting
      starting = null
      await running?.close(true)
    },
  }
}

/** The bridge of this process: it has no settings, and starts only when a channel uses a SOCKS proxy. */
export const socksBridge: SocksBridge = createSocksBridge()

/** Whether the proxy resolves names itself; other kinds get addresses. */
export const looksNamesUp = (proxy: string): boolean => /^socks5h:/i.test(proxy)

export const isSocksProxy = (proxy: string): boolean => /^socks5h?:\/\//i.test(proxy)

/** The address of the proxy, without its login. */
export function proxyOrigin(proxy: string): string {
  const { protocol, host } = new URL(proxy)
  return `${protocol}//${host}`
}

/** One call through a SOCKS proxy. */
interface SocksCall {
  url: string
  proxy: string
  /** The checked address of the proxy's host; absent = it needs no check. */
  pin: Pin | undefined
  bridge?: SocksBridge
  /** Addresses of the target, resolved and checked here. */
  check(url: string): Promise<readonly Pin[]> | readonly Pin[]
  /** Sends the call to one of `targets` through the HTTP proxy `way`. */
  send(targets: readonly Pin[], way: string): Promise<Response>
}

/**
 * Sends a call through the bridge. `socks5h` proxies resolve names; for `socks5` names are resolved and checked here,
 * as for direct calls. Rejects with an error that `bridgeFailure` reads if the bridge cannot connect.
 */
export async function sendThroughSocks(call: SocksCall): Promise<Response> {
  const { url, proxy, pin = unpinned(proxy), bridge = socksBridge } = call
  const targets = looksNamesUp(proxy) ? [unpinned(url)] : await call.check(url)
  const response = await call.send(targets, await bridge.wayTo(proxyAt(proxy, pin)))
  if (!isBridgeAnswer(response.status)) return response
  await response.body?.cancel()
  throw new BridgeFailed()
}

class BridgeFailed extends Error {}

/** The proxy at its checked address. */
export function proxyAt(proxy: string, pin: Pin): string {
  const at = originOf(proxy)
  const login = at.slice(at.indexOf('://') + 3, at.lastIndexOf('@') + 1)
  return pin.origin.replace('://', `://${login}`)
}

/** A call to the name in the URL. */
export const unpinned = (url: string): Pin => ({ origin: originOf(url), host: null, tls: null })

/** The bridge's own answer when it fails for a plain HTTP address. */
const isBridgeAnswer = (status: number): boolean => status >= 590 && status <= 599

/** The reason why a call through the bridge failed, for administrators; null if the bridge is not the cause. */
export function bridgeFailure(cause: unknown): Reason | null {
  // The bridge reports no details for plain HTTP addresses.
  if (cause instanceof BridgeFailed) return makeReason('socksNoWay')
  if (!(cause instanceof Error) || !('code' in cause) || cause.code !== 'ERR_PROXY_TUNNEL') return null
  if (/authentication failed|no accepted authentication/i.test(cause.message)) return makeReason('socksLogin')
  return makeReason('socksFailed', { cause: cause.message.replace(/^.*?: \d{3} /, '') })
}
