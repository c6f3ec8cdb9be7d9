import { minuteMs } from '@sluice/contract/durations'
import { makeReason, type Reason } from '@sluice/contract/error-reasons'
import type { Limits } from '@sluice/contract/limits'
import { lookUp } from '@sluice/contract/typed-keys'
import { dayOf, monthOf, type Period } from '../../core/limits/periods.ts'
import type { Check } from '../../platform/counters/counters.ts'
import type { OptionValues } from '../../state/option-registry.ts'
import type { Spending } from '../../state/snapshot.ts'
import type { Spender } from '../../store/spent-quota.ts'
import type { LimitedChannel, RunningAnswers } from '../call/call-limits.ts'
import type { Caller } from '../call/caller.ts'
import { triesGroups } from '../call/usable-group.ts'

/** The subject of a check, for the message of its refusal and for the corrections after the call. */
export type Rule =
  | { kind: 'requests'; code: 'model_request_limit_reached'; minutes: number }
  | { kind: 'successes'; code: 'model_success_limit_reached'; minutes: number }
  | { kind: 'requests'; code: 'api_key_rate_limit_reached'; minutes: number; message: string }
  | { kind: 'requests'; code: 'requests_limit_reached'; scope: Reason }
  | { kind: 'tokens'; code: 'tokens_limit_reached'; scope: Reason }
  | { kind: 'running'; code: 'concurrency_limit_reached'; scope: Reason }
  | { kind: 'tasks'; code: 'tasks_limit_reached' | 'daily_tasks_limit_reached'; scope: Reason }
  | { kind: 'spend'; code: 'spend_limit_reached'; scope: Reason; period: Reason }

export interface RuledCheck {
  check: Check
  rule: Rule
}

/** A subject with limits of its own. `key` names it among the counters. */
export interface Scope {
  spender: Spender
  key: string
  limits: Limits
}

const scopeWords = {
  token: makeReason('scopeToken'),
  account: makeReason('scopeAccount'),
  group: makeReason('scopeGroup'),
  model: makeReason('scopeModel'),
  channel: makeReason('scopeChannel'),
} as const
const wordOf = ({ spender }: Scope): Reason => scopeWords[spender.kind]
const none: readonly never[] = []

/**
 * The subjects of the caller: its token, its account and the group it uses, unless that is chosen later. Subjects
 * without limits are left out.
 */
export function callerScopes(caller: Caller, options: OptionValues): readonly Scope[] {
  const { userId, tokenId, tokenLimits } = caller
  const group = triesGroups(caller, options) ? null : caller.tokenGroup || caller.userGroup
  const accountLimits = isEmpty(options.DefaultUserLimits)
    ? caller.userLimits
    : { ...options.DefaultUserLimits, ...caller.userLimits }
  const ofGroup = group === null ? null : groupScope(group, options)
  if (isEmpty(tokenLimits) && isEmpty(accountLimits) && !ofGroup) return none
  const ofToken: Scope[] =
    tokenId === null
      ? []
      : [{ spender: { kind: 'token', userId, tokenId }, key: `token:${tokenId}`, limits: tokenLimits }]
  const all: Scope[] = [
    ...ofToken,
    { spender: { kind: 'account', userId }, key: `account:${userId}`, limits: accountLimits },
    ...(ofGroup ? [ofGroup] : []),
  ]
  return all.filter(({ limits }) => !isEmpty(limits))
}

/** Null for a group without limits. */
export function groupScope(group: string, options: OptionValues): Scope | null {
  const limits = lookUp(options.GroupLimits, group, undefined)
  return limits ? { spender: { kind: 'group', group }, key: `group:${group}`, limits } : null
}

/** Null for a channel without limits. */
export function channelScope({ id, setting: { limits } }: LimitedChannel): Scope | null {
  if (limits === undefined || isEmpty(limits)) return null
  return { spender: { kind: 'channel', channelId: id }, key: `channel:${id}`, limits }
}

/** Limits of the requested name take precedence over those of the routed name. */
export function modelScope(requested: string, routed: string, options: OptionValues): Scope | null {
  const model = lookUp(options.ModelLimits, requested, undefined) ? requested : routed
  const limits = lookUp(options.ModelLimits, model, undefined)
  return limits ? { spender: { kind: 'model', model }, key: `model:${model}`, limits } : null
}

/** The scopes of calls, by their keys. */
export const scopeKeysOf = ({ userId, tokenId, channelId, group, models }: Spending): string[] => [
  `account:${userId}`,
  ...(tokenId === null ? [] : [`token:${tokenId}`]),
  `channel:${channelId}`,
  `group:${group}`,
  ...models.map((model) => `model:${model}`),
]

const isEmpty = (limits: Limits): boolean => Object.values(limits).every((limit) => limit === undefined)

/** The checks before the body is read: requests of the account and of the token, and concurrent calls. */
export function entryChecks(caller: Caller, scopes: readonly Scope[], options: OptionValues): readonly RuledCheck[] {
  const { rateLimit } = caller
  if (!options.ModelRequestRateLimitEnabled && !rateLimit && scopes.length === 0) return none
  const checks = modelRequestChecks(caller, options)
  if (rateLimit) {
    const { count: limit, minutes, message } = rateLimit
    const key = `token-requests:${caller.tokenId}`
    checks.push({
      check: { kind: 'window', key, windowMs: minutes * minuteMs, limit, amount: 1 },
      rule: { kind: 'requests', code: 'api_key_rate_limit_reached', minutes, message },
    })
  }
  for (const scope of scopes) checks.push(...requestChecks(scope))
  return checks
}

/**
 * The operator's limit on model requests, or the group's own. 0 = no limit. It applies to programs with keys, not to
 * people who type in the playground.
 */
function modelRequestChecks(caller: Caller, options: OptionValues): RuledCheck[] {
  const minutes = options.ModelRequestRateLimitDurationMinutes
  if (!options.ModelRequestRateLimitEnabled || minutes === 0 || caller.tokenId === null) return []
  const [total, successes] = lookUp(
    options.ModelRequestRateLimitGroup,
    triesGroups(caller, options) ? caller.userGroup : caller.tokenGroup || caller.userGroup,
    [options.ModelRequestRateLimitCount, options.ModelRequestRateLimitSuccessCount] as const,
  )
  const checks: RuledCheck[] = []
  const add = (key: string, limit: number, rule: Rule) => {
    if (limit === 0) return
    const windowMs = minutes * minuteMs
    checks.push({
      check: { kind: 'window', key: `${key}:${caller.userId}`, windowMs, limit, amount: 1 },
      rule,
    })
  }
  add('model-requests', total, { kind: 'requests', code: 'model_request_limit_reached', minutes })
  add('model-successes', successes, { kind: 'successes', code: 'model_success_limit_reached', minutes })
  return checks
}

/** Requests a minute and concurrent calls, of one scope. */
export function requestChecks(scope: Scope): RuledCheck[] {
  const { rpm = 0, concurrency = 0 } = scope.limits
  const checks: RuledCheck[] = []
  if (rpm > 0)
    checks.push({
      check: { kind: 'window', key: `rpm:${scope.key}`, windowMs: minuteMs, limit: rpm, amount: 1 },
      rule: { kind: 'requests', code: 'requests_limit_reached', scope: wordOf(scope) },
    })
  if (concurrency > 0)
    checks.push({
      check: { kind: 'hold', key: `running:${scope.key}`, limit: concurrency, amount: 1, endsAt: null },
      rule: { kind: 'running', code: 'concurrency_limit_reached', scope: wordOf(scope) },
    })
  return checks
}

/** Background answers beside the calls of an account or an API token, for another background call. */
export function runningChecks(scope: Scope, running: RunningAnswers): RuledCheck[] {
  const { spender, key, limits } = scope
  const amount = spender.kind === 'account' ? running.account : spender.kind === 'token' ? running.token : 0
  const { concurrency = 0 } = limits
  if (concurrency === 0 || amount === 0) return []
  return [
    {
      check: { kind: 'hold', key: `running:${key}`, limit: concurrency, amount, endsAt: null },
      rule: { kind: 'running', code: 'concurrency_limit_reached', scope: wordOf(scope) },
    },
  ]
}

/**
 * A limit on tasks of one scope. Its check counts submissions that are under way; the tasks that are stored are counted
 * in the database.
 */
export interface TaskLimit extends RuledCheck {
  rule: Extract<Rule, { kind: 'tasks' }>
  spender: Spender
  /** Tasks that were submitted since then count; null = unfinished ones. */
  sinceAt: number | null
  /** When a refused call should be tried again. */
  waitMs: number
}

/** An unfinished task is polled this often at least. */
const taskWaitMs = 15_000

export function taskLimits(scope: Scope, now: number): TaskLimit[] {
  const { tasks = 0, tasks_day: daily = 0 } = scope.limits
  const day = dayOf(now)
  const all = [
    { limit: tasks, code: 'tasks_limit_reached', sinceAt: null, waitMs: taskWaitMs },
    { limit: daily, code: 'daily_tasks_limit_reached', sinceAt: day.startAt, waitMs: day.endAt - now },
  ] as const
  return all
    .filter(({ limit }) => limit > 0)
    .map(({ limit, code, ...others }) => ({
      check: { kind: 'hold', key: `submitting:${scope.key}:${code}`, limit, amount: 1, endsAt: null },
      rule: { kind: 'tasks', code, scope: wordOf(scope) },
      spender: scope.spender,
      ...others,
    }))
}

/** Tokens a minute of one scope, by the call's estimate. */
export function tokenChecks(scope: Scope, tokens: number): RuledCheck[] {
  const { tpm = 0 } = scope.limits
  if (tpm === 0) return []
  return [
    {
      check: { kind: 'window', key: `tpm:${scope.key}`, windowMs: minuteMs, limit: tpm, amount: tokens },
      rule: { kind: 'tokens', code: 'tokens_limit_reached', scope: wordOf(scope) },
    },
  ]
}

export type SeedOf = (spender: Spender, period: Period) => Promise<number>

/** What one scope may spend, by the call's hold. A free call is not checked. */
export function spendChecks(scope: Scope, amount: number, now: number, seedOf: SeedOf): RuledCheck[] {
  if (amount === 0) return []
  return spendPeriods(scope, now).map(({ period, name, limit }) => ({
    check: {
      kind: 'hold' as const,
      key: spendKey(scope.key, period),
      limit,
      amount,
      endsAt: period.endAt,
      seed: () => seedOf(scope.spender, period),
    },
    rule: { kind: 'spend', code: 'spend_limit_reached', scope: wordOf(scope), period: makeReason(name) },
  }))
}

/** The keys under which a charge is counted now. */
export const spendKeys = (scope: Scope, now: number): string[] =>
  spendPeriods(scope, now).map(({ period }) => spendKey(scope.key, period))

function spendPeriods({ limits }: Scope, now: number) {
  const { spend_day: day = 0, spend_month: month = 0 } = limits
  const periods: { period: Period; name: 'day' | 'month'; limit: number }[] = []
  if (day > 0) periods.push({ period: dayOf(now), name: 'day', limit: day })
  if (month > 0) periods.push({ period: monthOf(now), name: 'month', limit: month })
  return periods
}

export const spendKey = (scopeKey: string, period: Period): string => `spend:${scopeKey}:${period.name}`
