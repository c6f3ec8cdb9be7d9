import type { GatewayError } from '../../core/errors.ts'

/**
 * Everything that can end a call early goes through here: the client's disconnect, a deadline, shutdown. The first
 * reason counts.
 */
export interface CallAbort {
  readonly reason: GatewayError | null
  abort(reason: GatewayError): void
  /** A signal for one upstream attempt; `fail` ends only that attempt. */
  attempt(): { signal: AbortSignal; fail(reason: GatewayError): void }
  /** From now on the reader of the stream ends the upstream; an abort only notifies it. */
  leaveUpstreamToReader(): void
  /** Rejects with the reason when the call is aborted. Never resolves. */
  readonly aborted: Promise<never>
}

export function createCallAbort(): CallAbort {
  let reason: GatewayError | null = null
  let current: AbortController | null = null
  let ending: PromiseWithResolvers<never> | null = null
  return {
    get reason() {
      return reason
    },
    get aborted() {
      // Created at the first use: a plain call needs none.
      if (!ending) {
        ending = Promise.withResolvers()
        ending.promise.catch(() => {}) // whether anything awaits it is not known here
        if (reason) ending.reject(reason)
      }
      return ending.promise
    },
    leaveUpstreamToReader() {
      current = null
    },
    abort(given) {
      if (reason) return
      reason = given
      ending?.reject(given)
      current?.abort(given)
    },
    attempt() {
      const controller = new AbortController()
      current = controller
      if (reason) controller.abort(reason)
      return { signal: controller.signal, fail: (cause) => controller.abort(cause) }
    },
  }
}
