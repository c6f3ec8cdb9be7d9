import type { LimitName } from '@sluice/contract/limits'
import type { GatewayError } from '../../core/errors.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Counters } from '../../platform/counters/counters.ts'
import type { AdmittedFacts, ChannelNeeds, LimitedChannel } from '../call/call-limits.ts'
import type { Caller } from '../call/caller.ts'
import { triesGroups } from '../call/usable-group.ts'
import {
  callerScopes,
  channelScope,
  entryChecks,
  groupScope,
  modelScope,
  type Rule,
  type RuledCheck,
  requestChecks,
  type Scope,
  type SeedOf,
  spendChecks,
  tokenChecks,
} from './build-checks.ts'
import { refusalOfLimit } from './refusal.ts'

/** A limit that leaves no room for a call. */
export interface ReachedLimit {
  name: LimitName
  /** Milliseconds until there is room; null = when another call ends. */
  waitMs: number | null
}

/** The limits as they are, for questions about calls that are not made. Nothing is counted. */
export interface LimitsView {
  /** The refusal of such a call by the limits of its caller, group and model; null = there is none. */
  refusalFor(caller: Caller, facts: AdmittedFacts): Promise<GatewayError | null>
  /** The limits of the channel that leave no room for such a call. */
  reachedOf(channel: LimitedChannel, needs: ChannelNeeds): Promise<ReachedLimit[]>
}

/** The same checks as those of a call, each of which is only looked at. */
export function createLimitsView(
  counters: Pick<Counters, 'peek'>,
  seedOf: SeedOf,
  clock: Pick<Clock, 'now'>,
): LimitsView {
  const checksOf = (scope: Scope, { tokens, amount }: ChannelNeeds): RuledCheck[] => [
    ...requestChecks(scope),
    ...loadChecksOf(scope, { tokens, amount }),
  ]
  const loadChecksOf = (scope: Scope, { tokens, amount }: ChannelNeeds): RuledCheck[] => [
    ...tokenChecks(scope, tokens),
    ...spendChecks(scope, amount, clock.now(), seedOf),
  ]

  return {
    async refusalFor(caller, facts) {
      const { requested, routed, group, options } = facts
      const own = callerScopes(caller, options)
      const added = [
        triesGroups(caller, options) ? groupScope(group, options) : null,
        modelScope(requested, routed, options),
      ].filter((scope) => scope !== null)
      const checks = [
        ...entryChecks(caller, own, options),
        ...own.flatMap((scope) => loadChecksOf(scope, facts)),
        ...added.flatMap((scope) => checksOf(scope, facts)),
      ]
      for (const ruled of checks) {
        const result = await counters.peek(ruled.check)
        if (!result.ok) return refusalOfLimit(ruled, result, options)
      }
      return null
    },
    async reachedOf(channel, needs) {
      const scope = channelScope(channel)
      if (scope === null) return []
      const reached: ReachedLimit[] = []
      for (const { check, rule } of checksOf(scope, needs)) {
        const result = await counters.peek(check)
        if (!result.ok) reached.push({ name: limitNameOf(rule), waitMs: result.waitMs })
      }
      return reached
    },
  }
}

function limitNameOf(rule: Rule): LimitName {
  switch (rule.kind) {
    case 'requests':
    case 'successes':
      return 'rpm'
    case 'tokens':
      return 'tpm'
    case 'running':
      return 'concurrency'
    case 'tasks':
      return rule.code === 'tasks_limit_reached' ? 'tasks' : 'tasks_day'
    case 'spend':
      return rule.period.code === 'day' ? 'spend_day' : 'spend_month'
  }
}
