import type { GatewayError } from '../../core/errors.ts'

/** The signal of one upstream attempt. `fail` ends only that attempt. */
interface AttemptAbort {
  readonly signal: AbortSignal
  /** A separate function, so that streams do not retain the attempt. */
  readonly fail: (reason: GatewayError) => void
}

/**
 * Everything that can end a call early goes through here: the client's disconnect, a deadline, shutdown. The first
 * reason counts.
 */
export interface CallAbort {
  readonly reason: GatewayError | null
  abort(reason: GatewayError): void
  /**
   * Begins one upstream attempt. An abort of the call ends the last attempt, and those that run beside it.
   */
  attempt(isBeside?: true): AttemptAbort
  /** From now on the reader of the stream ends the upstream; an abort only notifies it. */
  leaveUpstreamToReader(): void
  /** The upstream works on without the client, whose disconnect ends the call only before the next attempt. */
  outliveClient(): void
  /** Whether the current attempt goes on without the client. */
  readonly outlivesClient: boolean
  /** Rejects with the reason when the call is aborted. Never resolves. */
  readonly aborted: Promise<never>
}

export const createCallAbort = (): CallAbort => new WholeCallAbort()

/**
 * The abort of one of several attempts that run at the same time. `cancel` ends that attempt alone; what ends the call
 * ends all of them.
 */
export function forkAbort(abort: CallAbort): { abort: CallAbort; cancel(reason: GatewayError): void } {
  let cancelled: GatewayError | null = null
  let last: AttemptAbort | null = null
  return {
    abort: {
      get reason() {
        return abort.reason ?? cancelled
      },
      get aborted() {
        return abort.aborted
      },
      get outlivesClient() {
        return abort.outlivesClient
      },
      abort: (reason) => abort.abort(reason),
      leaveUpstreamToReader: () => abort.leaveUpstreamToReader(),
      outliveClient: () => abort.outliveClient(),
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

/** A class, so that methods are not allocated for each call. */
class WholeCallAbort implements CallAbort {
  reason: GatewayError | null = null
  /** More than one while two upstreams are called at the same time. */
  #current: readonly AttemptAbort[] = []
  #ending: PromiseWithResolvers<never> | null = null
  outlivesClient = false
  #left: GatewayError | null = null

  /** Created at the first use: a plain call needs none. */
  get aborted(): Promise<never> {
    if (!this.#ending) {
      this.#ending = Promise.withResolvers()
      // Prevents an unhandled rejection if nothing awaits the promise.
      this.#ending.promise.catch(() => {})
      if (this.reason) this.#ending.reject(this.reason)
    }
    return this.#ending.promise
  }

  leaveUpstreamToReader(): void {
    this.#current = []
  }

  outliveClient(): void {
    this.outlivesClient = true
  }

  abort(given: GatewayError): void {
    if (this.reason) return
    if (this.outlivesClient && given.code === 'client_closed_request') {
      this.#left = given
      return
    }
    this.reason = given
    this.#ending?.reject(given)
    for (const attempt of this.#current) attempt.fail(given)
  }

  attempt(isBeside?: true): AttemptAbort {
    const attempt = newAttemptAbort()
    this.outlivesClient = false
    if (this.#left) this.abort(this.#left)
    this.#current = isBeside ? [...this.#current, attempt] : [attempt]
    if (this.reason) attempt.fail(this.reason)
    return attempt
  }
}

function newAttemptAbort(): AttemptAbort {
  const controller = new AbortController()
  return { signal: controller.signal, fail: (reason) => controller.abort(reason) }
}
