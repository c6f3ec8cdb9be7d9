import type { GatewayError } from '../../core/errors.ts'

/**
 * Everything that can end a call early goes through here: the client's disconnect, a deadline, shutdown. The first
 * reason counts.
 */
export interface CallAbort {
  readonly reason: GatewayError | null
  abort(reason: GatewayError): void
  /**
   * A signal for one upstream attempt; `fail` ends only that attempt. An abort ends the last attempt, and those that
   * run beside it.
   */
  attempt(isBeside?: true): { signal: AbortSignal; fail(reason: GatewayError): void }
  /** From now on the reader of the stream ends the upstream; an abort only notifies it. */
  leaveUpstreamToReader(): void
  /** Rejects with the reason when the call is aborted. Never resolves. */
  readonly aborted: Promise<never>
}

/**
 * The abort of one of several attempts that run at the same time. `cancel` ends that attempt alone; what ends the call
 * ends all of them.
 */
export function forkAbort(abort: CallAbort): { abort: CallAbort; cancel(reason: GatewayError): void } {
  let cancelled: GatewayError | null = null
  let last: ReturnType<CallAbort['attempt']> | null = null
  return {
    abort: {
      get reason() {
        return abort.reason ?? cancelled
      },
      get aborted() {
        return abort.aborted
      },
      abort: abort.abort,
      leaveUpstreamToReader: abort.leaveUpstreamToReader,
      attempt() {
        last = abort.attempt(true)
        if (cancelled) last.fail(cancelled)
        return last
      },
    },
    cancel(reason) {
      cancelled = reason
      last?.fail(reason)
    },
  }
}

export function createCallAbort(): CallAbort {
  let reason: GatewayError | null = null
  /** More than one while two upstreams are called at the same time. */
  let current: AbortController[] = []
  let ending: PromiseWithResolvers<never> | null = null
  return {
    get reason() {
      return reason
    },
    get aborted() {
      // Created at the first use: a plain call needs none.
      if (!ending) {
        ending = Promise.withResolvers()
        // Prevents an unhandled rejection if nothing awaits the promise.
        ending.promise.catch(() => {})
        if (reason) ending.reject(reason)
      }
      return ending.promise
    },
    leaveUpstreamToReader() {
      current = []
    },
    abort(given) {
      if (reason) return
      reason = given
      ending?.reject(given)
      for (const controller of current) controller.abort(given)
    },
    attempt(isBeside) {
      const controller = new AbortController()
      current = isBeside ? [...current, controller] : [controller]
      if (reason) controller.abort(reason)
      return { signal: controller.signal, fail: (cause) => controller.abort(cause) }
    },
  }
}
