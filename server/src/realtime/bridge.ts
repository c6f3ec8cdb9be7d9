import type { Usage } from '../core/usage/usage.ts'

/** The result of a message from one side. */
export interface Passed {
  toUpstream: string[]
  toClient: string[]
  /** Usage that the upstream reports outside a response. */
  usage?: Usage
  /** The upstream is about to close its connection, and nothing is in progress: a `resume` now loses nothing. */
  isMoving?: true
}

/**
 * Translates between OpenAI's realtime events and the protocol of an upstream, for one session. Pure; keeps its state.
 */
export interface RealtimeBridge {
  /** The events that a client gets when its session opens. */
  open(): string[]
  /** Throws GatewayError of the caller for an event that the upstream does not support. */
  fromClient(message: string): Passed
  fromUpstream(message: string): Passed
  /** The equivalent HTTP status of a refused connection; null = it closed after the session had started. */
  statusOfClose(code: number, reason: string): number | null
  /**
   * Continues the session on another connection: returns the first messages of that connection. `closeCode` is the code
   * of the closed connection; null = it is still open. Returns null if the session cannot be continued.
   */
  resume(closeCode: number | null): Passed | null
}
