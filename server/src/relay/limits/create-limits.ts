import type { Redis } from 'ioredis'
import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import { GatewayError } from '../../core/errors.ts'
import { dayOf, monthOf, type Period } from '../../core/limits/periods.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Receipt, Standing, TakeResult } from '../../platform/counters/counters.ts'
import { createMemoryCounters } from '../../platform/counters/memory-counters.ts'
import { createSharedCounters } from '../../platform/counters/shared-counters.ts'
import type { Snapshot, State } from '../../state/snapshot.ts'
import { engineOf } from '../../store/dialects/engine.ts'
import type { Database } from '../../store/schema.ts'
import { type Spender, sumSpentQuota } from '../../store/spent-quota.ts'
import type { CallLimits } from '../call/call-limits.ts'
import type { RateLimit, RateLimits } from '../call/rate-limit-headers.ts'
import { triesGroups, usableGroupsOf } from '../entry/usable-group.ts'
import {
  callerScopes,
  channelScope,
  entryChecks,
  groupScope,
  modelScope,
  type RuledCheck,
  requestChecks,
  type Scope,
  scopeKeysOf,
  spendChecks,
  spendKey,
  spendKeys,
  tokenChecks,
} from './build-checks.ts'
import { createLimitsView, type LimitsView } from './look-at-limits.ts'
import { refusalOfLimit } from './refusal.ts'

export interface Limits {
  open(): CallLimits
  readonly view: LimitsView
  close(): void
}

interface Dependencies {
  db: Kysely<Database>
  clock: Clock
  state: State
  redis?: Redis | undefined
}

/** Without Redis, the spending of other nodes is read at this interval. */
const seedTtlMs = 60_000
const refusalsMax = 10_000
const repeatMs = 1_000

interface Counted {
  receipt: Receipt
  rule: RuledCheck['rule']
}

/** Computed once for each input. */
function memoised<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, V>()
  return (key) => {
    const value = known.get(key) ?? compute(key)
    known.set(key, value)
    return value
  }
}

const isChannel = ({ spender }: Scope): boolean => spender.kind === 'channel'
const isOf =
  (scope: 'scopeGroup' | 'scopeChannel') =>
  ({ rule }: Pick<Counted, 'rule'>): boolean =>
    'scope' in rule && rule.scope.code === scope
const isOfGroup = isOf('scopeGroup')
const isOfChannel = isOf('scopeChannel')

/**
 * Limits of tokens, accounts, groups, models and channels on calls. Memory decides; nodes share the counts through
 * Redis.
 */
export function createLimits({ db, clock, state, redis }: Dependencies): Limits {
  const isAlone = engineOf(db) === 'sqlite' || redis !== undefined
  const memory = createMemoryCounters(clock, { seedTtlMs: isAlone ? null : seedTtlMs })
  const counters = redis ? createSharedCounters({ redis, memory, clock }) : memory
  const lastRefusal = new LRUCache<string, number>({ max: refusalsMax })

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

  function open(): CallLimits {
    let tightest: RateLimits | null = null
    let isRepeated = false
    let scopes: readonly Scope[] = []
    let choosesGroup = false
    let counted: Counted[] = []
    let isSuccess = false
    let isSettled = false

    function take(checks: readonly RuledCheck[]): void | Promise<void> {
      if (checks.length === 0) return
      const result = counters.take(checks.map(({ check }) => check))
      if (!(result instanceof Promise)) return keep(checks, result)
      return result.then((late) => keep(checks, late))
    }

    function keep(checks: readonly RuledCheck[], result: TakeResult): void {
      if (!result.ok) {
        const refused = checks[result.index]
        if (!refused) throw new Error(`no limit ${result.index} of ${checks.length}`)
        noteTightest(refused, result.standing)
        noteRefusal(refused)
        throw refusalOfLimit(refused, result)
      }
      for (const [index, ruled] of checks.entries()) {
        const [receipt, standing] = [result.receipts[index], result.standings[index]]
        if (receipt) counted.push({ receipt, rule: ruled.rule })
        if (standing) noteTightest(ruled, standing)
      }
    }

    function noteRefusal({ check }: RuledCheck): void {
      const now = clock.monotonic()
      isRepeated = now - (lastRefusal.get(check.key) ?? -repeatMs) < repeatMs
      if (!isRepeated) lastRefusal.set(check.key, now)
    }

    function noteTightest({ check, rule }: RuledCheck, { used, resetMs }: Standing): void {
      // The limits of a channel do not help the caller: the next call may use another channel.
      if (rule.kind === 'running' || rule.kind === 'spend' || isOfChannel({ rule })) return
      const kind = rule.kind === 'tokens' ? 'tokens' : 'requests'
      const own: RateLimit = {
        limit: check.limit,
        remaining: Math.max(0, check.limit - used),
        resetSeconds: (resetMs ?? 0) / 1_000,
      }
      tightest ??= { requests: null, tokens: null }
      const known = tightest[kind]
      if (!known || (own.remaining ?? 0) < (known.remaining ?? 0)) tightest[kind] = own
    }

    const spendChecksOf = (of: readonly Scope[], amount: number): RuledCheck[] =>
      of.flatMap((scope) => spendChecks(scope, amount, clock.now(), seedOf))

    function giveBack(those: readonly Counted[]): void {
      for (const { receipt, rule } of those) {
        const { amount } = receipt.check
        if (rule.kind === 'running' || rule.kind === 'spend') counters.release(receipt, amount)
        else if (rule.kind === 'tokens' && !isSettled) counters.correct(receipt, -amount)
        else if (rule.kind === 'successes' && !isSuccess) counters.correct(receipt, -amount)
      }
    }

    async function refusalOfTaking(checks: readonly RuledCheck[]): Promise<GatewayError | null> {
      try {
        await take(checks)
        return null
      } catch (cause) {
        if (cause instanceof GatewayError) return cause
        throw cause
      }
    }

    return {
      get isCounting() {
        return scopes.length > 0 || limitedChannels(state.current().channels).length > 0
      },
      get tightest() {
        return tightest
      },
      get isRepeated() {
        return isRepeated
      },
      enter(caller, options) {
        // Before anything is counted: a caller without access to a group must not use up its limits.
        usableGroupsOf(caller, options)
        choosesGroup = triesGroups(caller, options)
        scopes = callerScopes(caller, options)
        return take(entryChecks(caller, scopes, options))
      },
      admit({ asked, routed, group, options, tokens, amount }) {
        const added = [choosesGroup ? groupScope(group, options) : null, modelScope(asked, routed, options)].filter(
          (scope) => scope !== null,
        )
        if (added.length > 0) scopes = [...scopes, ...added]
        if (scopes.length === 0) return
        return take([
          ...added.flatMap(requestChecks),
          ...scopes.flatMap((scope) => tokenChecks(scope, tokens)),
          ...spendChecksOf(scopes, amount),
        ])
      },
      async moveTo({ group, options, tokens, amount }) {
        const next = groupScope(group, options)
        const left = counted.filter(isOfGroup)
        if (next) {
          const checks = [...requestChecks(next), ...tokenChecks(next, tokens), ...spendChecksOf([next], amount)]
          const refusal = await refusalOfTaking(checks)
          if (refusal) return refusal
        }
        giveBack(left)
        counted = counted.filter((one) => !left.includes(one))
        scopes = [...scopes.filter(({ spender }) => spender.kind !== 'group'), ...(next ? [next] : [])]
        return null
      },
      useChannel(channel, { tokens, amount, isBatch }) {
        const next = channelScope(channel)
        const left = counted.filter(isOfChannel)
        if (left.length > 0) {
          giveBack(left)
          counted = counted.filter((one) => !left.includes(one))
        }
        if (scopes.some(isChannel)) scopes = scopes.filter((scope) => !isChannel(scope))
        if (next === null) return null
        const checks = [
          ...(isBatch ? [] : [...requestChecks(next), ...tokenChecks(next, tokens)]),
          ...spendChecksOf([next], amount),
        ]
        return refusalOfTaking(checks).then((refusal) => {
          if (refusal === null) scopes = [...scopes, next]
          return refusal
        })
      },
      async extend(amount) {
        return scopes.length === 0 ? null : await refusalOfTaking(spendChecksOf(scopes, amount))
      },
      succeeded() {
        isSuccess = true
      },
      settled(charge, tokens) {
        if (isSettled || scopes.length === 0) return
        isSettled = true
        for (const scope of scopes) for (const key of spendKeys(scope, clock.now())) counters.spend(key, charge)
        for (const { receipt, rule } of counted)
          if (rule.kind === 'tokens') counters.correct(receipt, tokens - receipt.check.amount)
      },
      end() {
        giveBack(counted)
        counted = []
      },
    }
  }

  async function seedOf(spender: Spender, period: Period): Promise<number> {
    try {
      return await sumSpentQuota(db, spender, period.startAt)
    } catch (cause) {
      throw new GatewayError('storage_unavailable', {}, { cause, retryAfterSeconds: 5 })
    }
  }

  return {
    open,
    view: createLimitsView({ clock, counters, seedOf }),
    close() {
      unsubscribe()
      counters.close()
    },
  }
}
