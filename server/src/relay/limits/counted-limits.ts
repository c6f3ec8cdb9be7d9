import type { LRUCache } from 'lru-cache'
import { GatewayError } from '../../core/errors.ts'
import type { Clock } from '../../platform/clock.ts'
import type { CounterState, Counters, Receipt, TakeResult } from '../../platform/counters/counters.ts'
import type { OptionValues } from '../../state/option-registry.ts'
import type { Spender } from '../../store/spent-quota.ts'
import type { TaskRange } from '../../store/tasks.ts'
import type { AdmittedFacts, CallLimits, ChannelNeeds, LimitedChannel } from '../call/call-limits.ts'
import type { Caller } from '../call/caller.ts'
import type { RateLimit, RateLimits } from '../call/rate-limit-headers.ts'
import { triesGroups, usableGroupsOf } from '../call/usable-group.ts'
import {
  callerScopes,
  channelScope,
  entryChecks,
  groupScope,
  modelScope,
  type RuledCheck,
  requestChecks,
  runningChecks,
  type Scope,
  type SeedOf,
  spendChecks,
  spendKeys,
  taskLimits,
  tokenChecks,
} from './build-checks.ts'
import { refusalOfLimit } from './refusal.ts'

/** What the limits of all calls share. */
export interface LimitsContext {
  clock: Pick<Clock, 'now' | 'monotonic'>
  counters: Counters
  seedOf: SeedOf
  countTasks(spender: Spender, range: TaskRange): Promise<number>
  /** The request IDs of this node's submissions under way, by the keys of their limits. */
  submitting: Map<string, Set<string>>
  /** Monotonic instants of the last refusals, by the key of the limit. */
  lastRefusal: LRUCache<string, number>
  options(): OptionValues
  /** Whether any channel has limits. */
  limitsChannels(): boolean
}

interface Counted {
  receipt: Receipt
  rule: RuledCheck['rule']
}

const repeatMs = 1_000

const isChannel = ({ spender }: Scope): boolean => spender.kind === 'channel'
const isOf =
  (scope: 'scopeGroup' | 'scopeChannel') =>
  ({ rule }: Pick<Counted, 'rule'>): boolean =>
    'scope' in rule && rule.scope.code === scope
const isOfGroup = isOf('scopeGroup')
const isOfChannel = isOf('scopeChannel')

/** The limits of one call, with its counts. A class, so that methods are not allocated for each call. */
export class CountedLimits implements CallLimits {
  readonly #context: LimitsContext
  tightest: RateLimits | null = null
  isRepeated = false
  #scopes: readonly Scope[] = []
  #choosesGroup = false
  #counted: Counted[] = []
  #isSuccess = false
  #isSettled = false
  #taskRequestId = ''

  constructor(context: LimitsContext) {
    this.#context = context
  }

  get isCounting(): boolean {
    return this.#scopes.length > 0 || this.#context.limitsChannels()
  }

  enter(caller: Caller, options: OptionValues): void | Promise<void> {
    // Before anything is counted: a caller without access to a group must not use up its limits.
    usableGroupsOf(caller, options)
    this.#choosesGroup = triesGroups(caller, options)
    this.#scopes = callerScopes(caller, options)
    return this.#take(entryChecks(caller, this.#scopes, options))
  }

  admit({
    requested,
    routed,
    group,
    options,
    tokens,
    amount,
    running,
    taskRequestId,
  }: AdmittedFacts): void | Promise<void> {
    const ofGroup = this.#choosesGroup ? groupScope(group, options) : null
    const ofModel = modelScope(requested, routed, options)
    if (!ofGroup && !ofModel && this.#scopes.length === 0) return
    const added = [ofGroup, ofModel].filter((scope) => scope !== null)
    if (added.length > 0) this.#scopes = [...this.#scopes, ...added]
    const checks = [
      ...added.flatMap(requestChecks),
      ...(running ? this.#scopes.flatMap((scope) => runningChecks(scope, running)) : []),
      ...this.#scopes.flatMap((scope) => tokenChecks(scope, tokens)),
      ...this.#spendChecksOf(this.#scopes, amount),
    ]
    if (taskRequestId === undefined) return this.#take(checks)
    this.#taskRequestId = taskRequestId
    return this.#takeTask(this.#scopes).then(() => this.#take(checks))
  }

  async moveTo({ group, options, tokens, amount }: AdmittedFacts): Promise<GatewayError | null> {
    const next = groupScope(group, options)
    const left = this.#counted.filter(isOfGroup)
    if (next) {
      const checks = [...requestChecks(next), ...tokenChecks(next, tokens), ...this.#spendChecksOf([next], amount)]
      const refusal = await this.#refusalOfTaking(checks)
      if (refusal) return refusal
    }
    this.#leave(left)
    this.#scopes = [...this.#scopes.filter(({ spender }) => spender.kind !== 'group'), ...(next ? [next] : [])]
    return null
  }

  useChannel(
    channel: LimitedChannel,
    { tokens, amount, isBatch, taskRequestId }: ChannelNeeds,
  ): null | Promise<GatewayError | null> {
    const next = channelScope(channel)
    this.#taskRequestId = taskRequestId ?? ''
    if (this.#counted.length > 0) this.#leave(this.#counted.filter(isOfChannel))
    if (this.#scopes.some(isChannel)) this.#scopes = this.#scopes.filter((scope) => !isChannel(scope))
    if (next === null) return null
    const checks = [
      ...(isBatch ? [] : [...requestChecks(next), ...tokenChecks(next, tokens)]),
      ...this.#spendChecksOf([next], amount),
    ]
    return this.#refusalOfTaking(checks, taskRequestId === undefined ? [] : [next]).then((refusal) => {
      if (refusal === null) this.#scopes = [...this.#scopes, next]
      return refusal
    })
  }

  async extend(amount: number): Promise<GatewayError | null> {
    if (this.#scopes.length === 0) return null
    return await this.#refusalOfTaking(this.#spendChecksOf(this.#scopes, amount))
  }

  succeeded(): void {
    this.#isSuccess = true
  }

  settled(charge: number, tokens: number): void {
    if (this.#isSettled || this.#scopes.length === 0) return
    this.#isSettled = true
    const { clock, counters } = this.#context
    for (const scope of this.#scopes) for (const key of spendKeys(scope, clock.now())) counters.spend(key, charge)
    for (const { receipt, rule } of this.#counted)
      if (rule.kind === 'tokens') counters.correct(receipt, tokens - receipt.check.amount)
  }

  end(): void {
    this.#giveBack(this.#counted)
    this.#counted = []
  }

  #take(checks: readonly RuledCheck[]): void | Promise<void> {
    if (checks.length === 0) return
    const result = this.#context.counters.take(checks.map(({ check }) => check))
    if (!(result instanceof Promise)) return this.#keep(checks, result)
    return result.then((late) => this.#keep(checks, late))
  }

  /**
   * Counts one task more, and returns its counts. Submissions under way are counted before those that are stored, and
   * return their place after they are stored, so that none is missed. A task of this node that is stored and not yet
   * returned its place counts once. Throws GatewayError; then nothing is counted.
   */
  async #takeTask(scopes: readonly Scope[]): Promise<readonly Counted[]> {
    const { clock, counters, countTasks, submitting, options } = this.#context
    const limits = scopes.flatMap((scope) => taskLimits(scope, clock.now()))
    if (limits.length === 0) return []
    const taking = counters.take(limits.map(({ check }) => check))
    // Without a turn in between: a place that is returned meanwhile would be counted beside its task.
    const result = taking instanceof Promise ? await taking : taking
    const before = this.#counted.length
    if (result.ok) this.#keep(limits, result)
    const own = this.#counted.slice(before)
    const counted = limits.map(({ check }) => [...(submitting.get(check.key) ?? [])])
    for (const [index, limit] of limits.entries()) {
      if (!result.ok && result.index !== index) continue
      const underWay = result.ok ? (result.states[index]?.used ?? 0) : limit.check.limit + 1
      const without = counted[index] ?? []
      const stored = await countTasks(limit.spender, { sinceAt: limit.sinceAt, without })
      if (underWay + stored <= limit.check.limit) continue
      this.#leave(own)
      this.#noteRefusal(limit)
      // A submission that is about to be refused as well holds a place until then: it is none of the tasks.
      const state = { used: Math.max(stored, limit.check.limit), resetMs: null }
      throw refusalOfLimit(limit, { ok: false, index, waitMs: limit.waitMs, state }, options())
    }
    return own
  }

  #keep(checks: readonly RuledCheck[], result: TakeResult): void {
    if (!result.ok) {
      const refused = checks[result.index]
      if (!refused) throw new Error(`no limit ${result.index} of ${checks.length}`)
      this.#noteTightest(refused, result.state)
      this.#noteRefusal(refused)
      throw refusalOfLimit(refused, result, this.#context.options())
    }
    for (const [index, ruled] of checks.entries()) {
      const [receipt, state] = [result.receipts[index], result.states[index]]
      if (receipt) this.#counted.push({ receipt, rule: ruled.rule })
      if (receipt && ruled.rule.kind === 'tasks') this.#noteSubmission(ruled.check.key)
      if (state) this.#noteTightest(ruled, state)
    }
  }

  #noteRefusal({ check }: RuledCheck): void {
    const { clock, lastRefusal } = this.#context
    const now = clock.monotonic()
    this.isRepeated = now - (lastRefusal.get(check.key) ?? -repeatMs) < repeatMs
    if (!this.isRepeated) lastRefusal.set(check.key, now)
  }

  #noteSubmission(key: string): void {
    const { submitting } = this.#context
    submitting.set(key, (submitting.get(key) ?? new Set()).add(this.#taskRequestId))
  }

  #forgetSubmission(key: string): void {
    const { submitting } = this.#context
    const others = submitting.get(key)
    others?.delete(this.#taskRequestId)
    if (others?.size === 0) submitting.delete(key)
  }

  #noteTightest({ check, rule }: RuledCheck, { used, resetMs }: CounterState): void {
    // The limits of a channel do not help the caller: the next call may use another channel.
    if (rule.kind === 'running' || rule.kind === 'tasks' || rule.kind === 'spend' || isOfChannel({ rule })) return
    const kind = rule.kind === 'tokens' ? 'tokens' : 'requests'
    const own: RateLimit = {
      limit: check.limit,
      remaining: Math.max(0, check.limit - used),
      resetSeconds: (resetMs ?? 0) / 1_000,
    }
    this.tightest ??= { requests: null, tokens: null }
    const known = this.tightest[kind]
    if (!known || (own.remaining ?? 0) < (known.remaining ?? 0)) this.tightest[kind] = own
  }

  #spendChecksOf(scopes: readonly Scope[], amount: number): RuledCheck[] {
    const { clock, seedOf } = this.#context
    return scopes.flatMap((scope) => spendChecks(scope, amount, clock.now(), seedOf))
  }

  /** Gives `counts` back: they are those of a group or a channel that the call has left. */
  #leave(counts: readonly Counted[]): void {
    if (counts.length === 0) return
    this.#giveBack(counts)
    this.#counted = this.#counted.filter((one) => !counts.includes(one))
  }

  #giveBack(counts: readonly Counted[]): void {
    const { counters } = this.#context
    for (const { receipt, rule } of counts) {
      const { amount, key } = receipt.check
      if (rule.kind === 'tasks') this.#forgetSubmission(key)
      if (rule.kind === 'running' || rule.kind === 'tasks' || rule.kind === 'spend') counters.release(receipt, amount)
      else if (rule.kind === 'tokens' && !this.#isSettled) counters.correct(receipt, -amount)
      else if (rule.kind === 'successes' && !this.#isSuccess) counters.correct(receipt, -amount)
    }
  }

  async #refusalOfTaking(checks: readonly RuledCheck[], ofTask: readonly Scope[] = []): Promise<GatewayError | null> {
    let own: readonly Counted[] = []
    try {
      if (ofTask.length > 0) own = await this.#takeTask(ofTask)
      await this.#take(checks)
      return null
    } catch (cause) {
      this.#leave(own)
      if (cause instanceof GatewayError) return cause
      throw cause
    }
  }
}
