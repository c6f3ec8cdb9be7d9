import { expect, test } from 'bun:test'
import { roles } from '@sluice/contract/roles'
import type { AttemptRecord } from '@sluice/contract/usage-log'
import { GatewayError } from '../../core/errors.ts'
import { createRetryBudget } from '../../core/routing/retry-budget.ts'
import { createManualClock } from '../../platform/test-clock.ts'
import { createCallAbort } from '../call/call-abort.ts'
import { type AttemptFailure, answeredFailure, unansweredFailure } from '../call/upstream-error.ts'
import { createChannelHealth } from '../routing/channel-health.ts'
import type { RouteChoice } from '../routing/route.ts'
import type { LoopTools } from './attempt-loop.ts'
import type { FailedAttempt } from './attempt-outcome.ts'
import { attemptWork } from './attempt-work.ts'

const unreachable = unansweredFailure(new GatewayError('upstream_unreachable'))
const timeout = unansweredFailure(new GatewayError('upstream_timeout'))
const hints = { retryAfterSeconds: null, limitHeaders: {} }
const keyRefusal = answeredFailure(401, { message: 'who', type: '', param: null, code: 'invalid_api_key' }, hints, [])
const badRequest = answeredFailure(400, { message: 'no', type: '', param: null, code: null }, hints, [])

type Outcome = FailedAttempt | { kind: 'answered' }

/** A node with three channels, numbered from 1, whose attempts fail as given; others are answered. */
function createNode() {
  const clock = createManualClock()
  const health = createChannelHealth(clock)
  const noted: string[] = []
  const tools: LoopTools = {
    dependencies: { clock, random: () => 0, log: silentLog },
    retryBudget: createRetryBudget(),
    callCounter: { attemptEnded: (id, end) => void noted.push(`${id} ${end}`) },
    onChannelFailure: ({ channel }, failure) => void noted.push(`${channel.id} ${failure.error.code}`),
  }
  async function work(
    failures: readonly (AttemptFailure | FailedAttempt)[],
    { retryTimes = 2, percent = 100, full = [] as readonly number[] } = {},
  ) {
    const useChannel = ({ id }: { id: number }) =>
      full.includes(id) ? Promise.resolve(new GatewayError('channels_full', { model: 'm', group: 'g' })) : null
    const abort = createCallAbort()
    const attempts: AttemptRecord[] = []
    const call = {
      id: 'r',
      abort,
      attempts,
      releases: [],
      startedMonotonic: 0,
      pinnedChannelId: null,
      caller: { userId: 1, role: roles.user },
      request: { body: {} },
      limits: { useChannel },
      snapshot: { options: { RetryTimes: retryTimes, RetryBudgetPercent: percent } },
    }
    let made = 0
    const next = () => (made < 3 ? choiceOf(++made) : null)
    const outcome = await attemptWork<Outcome>(tools, call, {
      router: { next },
      model: 'm',
      group: 'g',
      needs: () => ({ tokens: 0, amount: 0 }),
      async attempt() {
        const failure = failures[attempts.length - 1]
        if (!failure) return { status: 200, outcome: { kind: 'answered' } }
        const failed = 'kind' in failure ? failure : ({ kind: 'failed', failure } as const)
        return { status: failed.failure.status, outcome: failed }
      },
    })
    return { outcome, attempts }
  }
  const choiceOf = (id: number): RouteChoice => ({
    // The loop reads nothing else of a channel.
    channel: { id, name: `c${id}` } as RouteChoice['channel'],
    key: 'k',
    why: { by: 'priority', of: 3, priority: 0, weight: 0 },
    visit: health.begin(id, 'k', { userId: 1, model: 'm' }),
  })
  return { health, noted, work }
}
const silentLog = { warn: () => undefined } as unknown as LoopTools['dependencies']['log']

test('the next channel is tried until one answers, and each failure is noted for its channel', async () => {
  const { health, noted, work } = createNode()
  const { outcome, attempts } = await work([unreachable, keyRefusal])
  expect(outcome).toEqual({ kind: 'answered' })
  expect(attempts.map(({ status, cause }) => [status, cause])).toEqual([
    [null, 'network'],
    [401, 'key'],
    [200, undefined],
  ])
  expect(noted).toEqual(['1 network', '1 upstream_unreachable', '2 key', '2 bad_response_status_code', '3 answered'])
  expect([1, 2, 3].map((id) => health.isKeyRefused(id, 'k'))).toEqual([false, true, false])
})

test('a refusal of the request, and a failure after which the work may be done, end the attempts', async () => {
  const { work } = createNode()
  expect((await work([badRequest])).attempts).toHaveLength(1)
  expect((await work([timeout])).attempts).toHaveLength(2)
  expect((await work([{ kind: 'failed', failure: timeout, isFinal: true }])).attempts).toHaveLength(1)
})

test('no more attempts are made than RetryTimes and the retry budget of the node allow', async () => {
  const { work } = createNode()
  const failing = [unreachable, unreachable, unreachable]
  expect((await work(failing, { retryTimes: 1 })).attempts).toHaveLength(2)
  // 60 further attempts within a minute are always allowed, of which one is made.
  for (let call = 0; call < 59; call++) await work([unreachable], { retryTimes: 1, percent: 0 })
  const { attempts } = await work(failing, { percent: 0 })
  expect(attempts.map(({ stopped }) => stopped)).toEqual(['retry_budget'])
})

test('channels that have reached a limit use up none of the budget', async () => {
  const { work } = createNode()
  const options = { retryTimes: 1, percent: 0 }
  for (let call = 0; call < 60; call++)
    expect((await work([unreachable], { ...options, full: [2, 3] })).attempts).toHaveLength(1)
  const { attempts } = await work([unreachable], { ...options, full: [2] })
  expect(attempts.map((one) => [one.channel_id, one.stopped])).toEqual([
    [1, undefined],
    [3, undefined],
  ])
  for (let call = 0; call < 59; call++) await work([unreachable], options)
  // Without budget no channel is asked whether it has room.
  const { attempts: last } = await work([unreachable], { ...options, full: [2, 3] })
  expect(last.map((one) => one.stopped)).toEqual(['retry_budget'])
})

test('channels that fail again and again rest', async () => {
  const { health, work } = createNode()
  for (let call = 0; call < 5; call++) await work([unreachable])
  const rests = [1, 2].map((id) => health.restsForMs({ id, keys: ['k'] }, { userId: 9, model: 'other' }) > 0)
  expect(rests).toEqual([true, false])
})
