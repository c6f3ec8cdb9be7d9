import { GatewayError } from '../../core/errors.ts'
import { dayOf, monthOf, type Period } from '../../core/limits/periods.ts'
import { createMemoryCounters } from '../../platform/counters/memory-counters.ts'
import { createSharedCounters } from '../../platform/counters/shared-counters.ts'
import { createGrowingCache } from '../../platform/growing-cache.ts'
import type { Services } from '../../services.ts'
import type { Snapshot } from '../../state/snapshot.ts'
import { engineOf } from '../../store/dialects/engine.ts'
import { type Spender, sumSpentQuota } from '../../store/spent-quota.ts'
import { countTasksOf } from '../../store/tasks.ts'
import type { CallLimits } from '../call/call-limits.ts'
import { channelScope, scopeKeysOf, spendKey, spendKeys } from './build-checks.ts'
import { CountedLimits, type LimitsContext } from './counted-limits.ts'
import { createLimitsView, type LimitsView } from './inspect-limits.ts'

async function reading(count: Promise<number>): Promise<number> {
  try {
    return await count
  } catch (cause) {
    throw new GatewayError('storage_unavailable', {}, { cause, retryAfterSeconds: 5 })
  }
}

export interface Limits {
  open(): CallLimits
  readonly view: LimitsView
  close(): void
}

/** Without Redis, the spending of other nodes is read at this interval. */
const seedTtlMs = 60_000
const refusalsMax = 10_000

/** Computed once for each input. */
function memoised<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, V>()
  return (key) => {
    const value = known.get(key) ?? compute(key)
    known.set(key, value)
    return value
  }
}

/**
 * Limits of tokens, accounts, groups, models and channels on calls. Memory decides; nodes share the counts through
 * Redis.
 */
export function createLimits({ db, clock, state, redis }: Services<'db' | 'state' | 'clock' | 'redis'>): Limits {
  const isAlone = engineOf(db) === 'sqlite' || redis !== undefined
  const memory = createMemoryCounters(clock, { seedTtlMs: isAlone ? null : seedTtlMs })
  const counters = redis ? createSharedCounters({ redis, memory, clock }) : memory
  const lastRefusal = createGrowingCache<string, number>(refusalsMax)

  // While a limit was off, nothing was counted.
  const unsubscribe = state.subscribe((change) => {
    if (change.kind === 'options') counters.renew(null)
    else if (change.kind === 'channels') counters.renew(channelSpendKeys())
    else if (change.kind === 'user') counters.renew(spendKeysOf([`account:${change.id}`]))
    else if (change.kind === 'token') counters.renew(spendKeysOf([`token:${change.id}`]))
    else if (change.kind === 'spending') counters.renew(spendKeysOf(scopeKeysOf(change)))
  })

  const limitedChannels = memoised((channels: Snapshot['channels']) =>
    [...channels.values()].map(channelScope).filter((scope) => scope !== null),
  )
  const channelSpendKeys = () =>
    limitedChannels(state.current().channels).flatMap((scope) => spendKeys(scope, clock.now()))

  function spendKeysOf(scopeKeys: readonly string[]): string[] {
    const periods = [dayOf(clock.now()), monthOf(clock.now())]
    return scopeKeys.flatMap((key) => periods.map((period) => spendKey(key, period)))
  }

  const seedOf = (spender: Spender, period: Period): Promise<number> =>
    reading(sumSpentQuota(db, spender, period.startAt))

  const context: LimitsContext = {
    clock,
    counters,
    seedOf,
    countTasks: (spender, range) => reading(countTasksOf(db, spender, range)),
    submitting: new Map(),
    lastRefusal,
    options: () => state.current().options,
    limitsChannels: () => limitedChannels(state.current().channels).length > 0,
  }

  return {
    open: () => new CountedLimits(context),
    view: createLimitsView(counters, seedOf, clock),
    close() {
      unsubscribe()
      counters.close()
    },
  }
}
