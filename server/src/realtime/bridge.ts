import type { ReportedUsage } from '../core/usage/usage-report.ts'

/** The result of a message from one side. */
export interface Passed {
  toUpstream: string[]
  toClient: string[]
  /** Usage that the upstream reports outside a response. */
  usage?: ReportedUsage
  /** The upstream is about to close its connection, and no response is in progress, so `resume` loses no data. */
  isMoving?: true
}

/** Why an upstream closed a session before it started, in the terms of a call. */
export interface SessionRefusal {
  /** The equivalent HTTP status. */
  status: number
  /** The code of such a refusal of a call; null = none is known. */
  code: string | null
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
  /** The refusal that closed the connection; null = it closed after the session had started, or broke off. */
  refusalOfClose(code: number, reason: string): SessionRefusal | null
  /**
   * Continues the session on another connection: returns the first messages of that connection. `closeCode` is the code
   * of the closed connection; null = it is still open. Returns null if the session cannot be continued.
   */
  resume(closeCode: number | null): Passed | null
}
