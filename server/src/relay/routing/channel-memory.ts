import { type Breaker, createBreaker, type Rest } from '../../core/routing/breaker.ts'

/** All that is remembered of a channel. */
export interface ChannelMemory {
  readonly id: number
  readonly whole: Breaker
  /** Model → key → breaker. */
  readonly models: Map<string, Map<string, Breaker>>
  cellCount: number
  /** The only pair of key and model whose calls failed since the last success; null = several, undefined = none. */
  failing: Breaker | null | undefined
  /** Whether a breaker may be open: nothing else is looked at while calls succeed. */
  mayRest: boolean
  inFlight: number
  turns: number
  readonly refusedKeys: Map<string, number>
  lastError: { text: string; at: number } | null
}

export const newMemory = (id: number): ChannelMemory => ({
  id,
  whole: createBreaker(),
  models: new Map(),
  cellCount: 0,
  failing: undefined,
  mayRest: false,
  inFlight: 0,
  turns: 0,
  refusedKeys: new Map(),
  lastError: null,
})

/** What one node tells the others. `model` and `key` null = the whole channel. */
export type HealthNews = { channelId: number; model: string | null; key: string | null } & (
  | { kind: 'rest'; rest: Rest }
  | { kind: 'back' }
  | { kind: 'refused'; ms: number }
)

/** A refused key is not used for this long. */
export const keyRefusedMs = 60_000
