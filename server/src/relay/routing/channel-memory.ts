import { type Breaker, createBreaker, type Rest } from '../../core/routing/breaker.ts'
import type { AttemptError } from '../call/attempt-error.ts'

/** What is left of the upstream's limits, by its own headers. Instants are monotonic milliseconds. */
export interface UpstreamLimit {
  /** No call is left until then; 0 = some are. */
  usedUpUntil: number
  /** Tokens left until `tokensUntil`. */
  tokensLeft: number
  tokensUntil: number
}

/** What is known of a channel's key with a model. */
export interface KeyModelHealth {
  readonly breaker: Breaker
  readonly limit: UpstreamLimit
}

export const newKeyModelHealth = (): KeyModelHealth => ({
  breaker: createBreaker(),
  limit: { usedUpUntil: 0, tokensLeft: 0, tokensUntil: 0 },
})

/** Milliseconds until a call of so many tokens is within the limits again; 0 = it is. */
export const limitedForMs = ({ usedUpUntil, tokensLeft, tokensUntil }: UpstreamLimit, now: number, tokens: number) =>
  Math.max(0, usedUpUntil - now, tokensLeft < tokens ? tokensUntil - now : 0)

/** All that is remembered of a channel. */
export interface ChannelMemory {
  readonly id: number
  /** A new one after a repair: what calls find out that began with an earlier one is outdated. */
  whole: Breaker
  readonly models: Map<string, Map<string, KeyModelHealth>>
  pairCount: number
  /** The only pair of key and model whose calls failed since the last success; null = several, undefined = none. */
  failing: KeyModelHealth | null | undefined
  /** Whether a breaker may be open or a limit reached: while calls succeed, nothing else is looked at. */
  mayRest: boolean
  inFlight: number
  turns: number
  readonly refusedKeys: Map<string, number>
  /** Key to the monotonic time of the last answer that a call with it got. */
  readonly answeredAt: Map<string, number>
  /** Key to the wall-clock time of its last use that is not stored yet. */
  readonly usedKeys: Map<string, number>
  lastError: (AttemptError & { at: number }) | null
}

export const newMemory = (id: number): ChannelMemory => ({
  id,
  whole: createBreaker(),
  models: new Map(),
  pairCount: 0,
  failing: undefined,
  mayRest: false,
  inFlight: 0,
  turns: 0,
  refusedKeys: new Map(),
  answeredAt: new Map(),
  usedKeys: new Map(),
  lastError: null,
})

/** A change that nodes share. `model` and `key` null = the whole channel. */
export type HealthChange = { channelId: number; model: string | null; key: string | null } & (
  | { kind: 'rest'; rest: Rest }
  | { kind: 'back' }
  | { kind: 'refused'; ms: number }
  | { kind: 'limited'; ms: number }
)

/** A refused key is not used for this long. */
export const keyRefusedMs = 60_000

/** The longest time for which a reported limit is believed. */
export const limitMsMax = 300_000
