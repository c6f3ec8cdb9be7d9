import type { RelayDependencies } from '../call/dependencies.ts'
import { type Affinity, createAffinity } from './affinity.ts'
import { type AnswerOwners, createAnswerOwners } from './answer-owners.ts'
import type { ChannelHealth } from './channel-health.ts'
import { createSharedHealth } from './shared-health.ts'

/** What this server knows of its channels and their accounts. */
export interface RoutingTools {
  health: ChannelHealth
  affinity: Affinity
  answerOwners: AnswerOwners
}

/** `close` ends the exchange with other nodes. */
export function createRoutingTools({
  clock,
  log,
  redis,
  state,
}: Pick<RelayDependencies, 'clock' | 'log' | 'redis' | 'state'>): { tools: RoutingTools; close(): void } {
  const channelOf = (id: number) => state.current().channels.get(id)
  const health = createSharedHealth({ clock, log, redis, keysOf: (id) => channelOf(id)?.allKeys ?? [] })
  const answerOwners = createAnswerOwners({ redis, keysOf: (id) => channelOf(id)?.keys ?? [] })
  return { tools: { health, affinity: createAffinity(), answerOwners }, close: () => health.close() }
}
