import type { Usage } from '../core/usage/usage.ts'

/** What follows from a message of one side. */
export interface Passed {
  toUpstream: string[]
  toClient: string[]
  /** Usage that the upstream reports apart from any response. */
  usage?: Usage
}

/**
 * Translates between OpenAI's realtime events and the protocol of an upstream, for one session. Pure; keeps its state.
 */
export interface RealtimeBridge {
  /** The events that a client gets as its session opens. */
  open(): string[]
  /** Throws GatewayError of the caller for an event that the upstream has no place for. */
  fromClient(message: string): Passed
  fromUpstream(message: string): Passed
  /** The equivalent HTTP status of a closed connection; null = the session had started, and broke off. */
  statusOfClose(code: number, reason: string): number | null
}
