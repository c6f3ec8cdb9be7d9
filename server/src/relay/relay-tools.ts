import { createRetryBudget } from '../core/routing/retry-budget.ts'
import type { AdmissionTools } from './admission/admit-call.ts'
import type { AnswerTools } from './answer/answer-call.ts'
import type { CallTracer } from './call/call-tracer.ts'
import type { RelayDependencies } from './call/dependencies.ts'
import { hopIdOf } from './call/hops.ts'
import { createInflight } from './call/inflight.ts'
import { createCallerDirectory } from './entry/caller-directory.ts'
import type { EntryTools } from './entry/entry-tools.ts'
import { createFailedKeys } from './entry/failed-keys.ts'
import { createIssuedItems } from './entry/issued-items.ts'
import { createLimits, type Limits } from './limits/create-limits.ts'
import { createAffinity } from './routing/affinity.ts'
import { createAnswerOwners } from './routing/answer-owners.ts'
import { createChannelGuard } from './routing/channel-guard.ts'
import type { ChannelHealth } from './routing/channel-health.ts'
import { createSharedHealth } from './routing/shared-health.ts'
import { createWordBook } from './sensitive/word-book.ts'
import type { CallUpstream } from './upstream/call-upstream.ts'
import { createTokenCache } from './upstream/token-cache.ts'
import type { UpstreamTools } from './upstream/try-channels.ts'
import { createCallTally } from './watch/call-tally.ts'

/** What the calls of one server share: its caches of callers, channels and answers, and its outbound connections. */
export type RelayTools = EntryTools & AdmissionTools & UpstreamTools & AnswerTools

export interface ToolDependencies extends RelayDependencies {
  callUpstream: CallUpstream
  /** Absent = traces are off. */
  tracer?: CallTracer | undefined
}

interface OpenedTools {
  tools: RelayTools
  limits: Limits
  health: ChannelHealth
  /** When no call is running any more. */
  close(): void
}

export function createRelayTools(given: ToolDependencies): OpenedTools {
  const { callUpstream, tracer = null, ...dependencies } = given
  const { config, clock, state, log, db, secretBox, redis } = dependencies
  const limits = createLimits(dependencies)
  const channelOf = (id: number) => state.current().channels.get(id)
  const health = createSharedHealth({ clock, log, redis, keysOf: (id) => channelOf(id)?.allKeys ?? [] })
  const tools: RelayTools = {
    dependencies,
    callUpstream,
    hopId: hopIdOf(secretBox),
    withoutStreamUsage: new Set(),
    withoutFormat: new Set(),
    tokens: createTokenCache(clock),
    directory: createCallerDirectory({
      ...{ db, secretBox, state, callerTtlMs: config.SYNC_FREQUENCY * 1_000 },
      failedKeys: createFailedKeys(dependencies),
    }),
    health,
    affinity: createAffinity(),
    answerOwners: createAnswerOwners({ redis, keysOf: (id) => channelOf(id)?.keys ?? [] }),
    issuedItems: createIssuedItems(redis),
    onChannelFailure: createChannelGuard(dependencies, health),
    words: createWordBook({
      onFailure: (reason) => log.error({ reason }, 'the thread for sensitive words has ended'),
    }),
    retryBudget: createRetryBudget(),
    tally: createCallTally(clock),
    tracer,
    inflight: createInflight({
      callsMax: config.MAX_INFLIGHT,
      callsPerUserMax: config.MAX_INFLIGHT_PER_USER,
      bodyBytesMax: config.BODY_MEMORY_MB * 1_048_576,
    }),
  }
  return {
    ...{ tools, limits, health },
    close() {
      tools.directory.close()
      tools.words.close()
      health.close()
      limits.close()
    },
  }
}
