import type { RelayDependencies } from '../call/dependencies.ts'
import { type Affinity, createAffinity } from './affinity.ts'
import { type AnswerOwners, createAnswerOwners } from './answer-owners.ts'
import type { ChannelHealth } from './channel-health.ts'
import { forgetRepaired } from './forget-repaired.ts'
import { createObjectOwners, type ObjectOwners } from './object-owners.ts'
import { createPromptParts, type PromptParts } from './prompt-parts.ts'
import { createSharedHealth } from './shared-health.ts'

/** What this server knows of its channels and their accounts. */
export interface RoutingTools {
  health: ChannelHealth
  affinity: Affinity
  promptParts: PromptParts
  answerOwners: AnswerOwners
  objectOwners: ObjectOwners
}

/** `close` ends the exchange with other nodes, and stores what only this one knows. */
export function createRoutingTools({
  clock,
  db,
  log,
  redis,
  state,
}: Pick<RelayDependencies, 'clock' | 'db' | 'log' | 'redis' | 'state'>): {
  tools: RoutingTools
  close(): Promise<void>
} {
  const channelOf = (id: number) => state.current().channels.get(id)
  const allKeysOf = (id: number) => channelOf(id)?.allKeys ?? []
  const health = createSharedHealth({ clock, log, redis }, allKeysOf)
  const unsubscribe = forgetRepaired(state, health)
  const answerOwners = createAnswerOwners({ redis, keysOf: (id) => channelOf(id)?.keys ?? [] })
  const objectOwners = createObjectOwners({ db, clock, log, redis }, allKeysOf)
  return {
    tools: { health, affinity: createAffinity(), promptParts: createPromptParts(), answerOwners, objectOwners },
    close() {
      unsubscribe()
      health.close()
      return objectOwners.close()
    },
  }
}
