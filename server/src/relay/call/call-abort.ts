import type { GatewayError } from '../../core/errors.ts'

/**
 * Everything that can end a call early comes through here once: the client's leaving, a deadline, shutdown.
 * The first reason stands.
 */
export interface CallAbort {
  readonly reason: GatewayError | null
  abort(reason: GatewayError): void
  /** A signal for one upstream attempt; `fail` ends only that attempt. */
  attempt(): { signal: AbortSignal; fail(reason: GatewayError): void }
  /** From here on whoever reads the stream ends the upstream; an abort only tells. */
  leaveUpstreamToReader(): void
  /** Rejects with the reason when it comes. Never resolves. */
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
      // Made when first asked for: a plain call never asks.
      if (!ending) {
        ending = Promise.withResolvers()
        ending.promise.catch(() => {}) // whoever races it sees the reason; nobody has to
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
