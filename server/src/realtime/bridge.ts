import type { Usage } from '../core/usage/usage.ts'

/** The result of a message from one side. */
export interface Passed {
  toUpstream: string[]
  toClient: string[]
  /** Usage that the upstream reports outside a response. */
  usage?: Usage
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
  /** The equivalent HTTP status of a closed connection; null = the session had started, and broke off. */
  statusOfClose(code: number, reason: string): number | null
}
