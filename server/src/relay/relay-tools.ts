import type { CallUpstream } from '../platform/outbound/call-upstream.ts'
import { noteUnbelieved } from '../store/unbelieved-channels.ts'
import type { AdmissionTools } from './admission/admit-call.ts'
import type { AnswerTools } from './answer/answer-call.ts'
import { createBackgroundAnswers } from './background/background-answers.ts'
import type { CallTracer } from './call/call-tracer.ts'
import type { RelayDependencies } from './call/dependencies.ts'
import { createInflight } from './call/inflight.ts'
import { createEntryTools, type EntryTools } from './entry/entry-tools.ts'
import { createChannelGuard } from './guard/channel-guard.ts'
import { createLimits, type Limits } from './limits/create-limits.ts'
import { createRoutingTools, type RoutingTools } from './routing/routing-tools.ts'
import { createWordMatchers } from './sensitive/word-matchers.ts'
import { createUpstreamTools, type UpstreamTools } from './upstream/upstream-tools.ts'
import { createCallCounter } from './watch/call-counter.ts'
import { createUsageWarning } from './watch/warn-of-usage.ts'

/** What the calls of one server share: its caches of callers, channels and answers, and its outbound connections. */
export type RelayTools = EntryTools & AdmissionTools & RoutingTools & UpstreamTools & AnswerTools

export interface ToolDependencies extends RelayDependencies {
  callUpstream: CallUpstream
  /** Absent = traces are off. */
  tracer?: CallTracer | undefined
}

interface OpenedTools {
  tools: RelayTools
  limits: Limits
  /** When no call is running any more. */
  close(): Promise<void>
}

export function createRelayTools(given: ToolDependencies): OpenedTools {
  const { callUpstream, tracer = null, ...dependencies } = given
  const { config, clock, log } = dependencies
  const limits = createLimits(dependencies)
  const routing = createRoutingTools(dependencies)
  const warnOfUsage = createUsageWarning(dependencies, (id) => noteUnbelieved(dependencies.db, id, clock.now()))
  const inflight = createInflight({
    callsMax: config.MAX_INFLIGHT,
    callsPerUserMax: config.MAX_INFLIGHT_PER_USER,
    bodyBytesMax: config.BODY_MEMORY_MB * 1_048_576,
  })
  const tools: RelayTools = {
    ...createEntryTools(dependencies, inflight),
    ...routing.tools,
    background: createBackgroundAnswers({ ...dependencies, callUpstream, objectOwners: routing.tools.objectOwners }),
    ...createUpstreamTools(dependencies, callUpstream),
    onChannelFailure: createChannelGuard(dependencies, routing.tools.health),
    words: createWordMatchers({
      onFailure: (reason) => log.error({ reason }, 'the thread for sensitive words has ended'),
    }),
    callCounter: createCallCounter(clock, warnOfUsage),
    tracer,
  }
  return {
    tools,
    limits,
    close() {
      tools.directory.close()
      tools.words.close()
      limits.close()
      return routing.close()
    },
  }
}
