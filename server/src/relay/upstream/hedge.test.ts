import { expect, test } from 'bun:test'
import type { AttemptRecord } from '@sluice/contract/usage-log'
import { GatewayError } from '../../core/errors.ts'
import { readFailure } from '../../core/test-failures.ts'
import { createManualClock } from '../../platform/test-clock.ts'
import { createCallAbort } from '../call/call-abort.ts'
import { type AdmittedCall, newNeutralCall } from '../call/relay-call.ts'
import { unansweredFailure } from '../call/upstream-error.ts'
import { createChannelHealth } from '../routing/channel-health.ts'
import type { RouteChoice } from '../routing/route.ts'
import type { AttemptOutcome } from './attempt-outcome.ts'
import { attemptHedged } from './hedge.ts'

const failure = unansweredFailure(new GatewayError('upstream_unreachable'))

/** A call with two channels, whose attempts end when the test says so. A hedge starts at once, or never. */
function setUp({ hedgeMs = 0, hasSecond = true } = {}) {
  const health = createChannelHealth(createManualClock())
  const attempts: AttemptRecord[] = []
  const call = {
    abort: createCallAbort(),
    attempts,
    neutral: newNeutralCall(),
    stateOwner: { known: null },
  } as unknown as AdmittedCall
  const choices = [1, 2].map(
    (id): RouteChoice => ({
      // The hedge reads nothing else of a channel.
      channel: { id } as RouteChoice['channel'],
      key: 'k',
      why: { by: 'priority', of: 2, priority: 0, weight: 0 },
      visit: health.begin(id, 'k', { userId: 1, model: 'm' }),
    }),
  )
  const [first, second] = choices
  if (!first || !second) throw new Error('no choices')
  const ends = new Map(choices.map(({ channel }) => [channel.id, Promise.withResolvers<AttemptOutcome>()]))
  const signals: AbortSignal[] = []
  const started = Promise.withResolvers<void>()
  const noted: number[] = []
  const streams: GatewayError[] = []
  const result = attemptHedged(call, first, {
    hedgeMs,
    next: () => (hasSecond ? second : null),
    attempt(own, choice) {
      const { id } = choice.channel
      signals.push(own.abort.attempt().signal)
      attempts.push({ channel_id: id, why: choice.why } as AttemptRecord)
      own.stateOwner.known = { channelId: id, key: 'k', from: 0 }
      if (id === 2) started.resolve()
      const outcome = ends.get(id)?.promise
      return Promise.race([outcome, own.abort.aborted]).then((found) => ({ choice, outcome: found as AttemptOutcome }))
    },
    onFailed: ({ channel }) => noted.push(channel.id),
  })
  const end = (id: number, kind: 'stream' | 'failed') =>
    ends
      .get(id)
      ?.resolve(
        (kind === 'failed'
          ? { kind, failure }
          : { kind, stream: { fail: (reason: GatewayError) => streams.push(reason) } }) as unknown as AttemptOutcome,
      )
  return { call, health, result, end, started: started.promise, signals, noted, streams, attempts }
}
const hedgesOf = ({ attempts }: ReturnType<typeof setUp>) => attempts.map(({ hedge }) => hedge)
const inFlight = ({ health }: ReturnType<typeof setUp>) => [1, 2].map((id) => health.inFlight(id))

test('a first answer in time is the answer, and no second channel is asked', async () => {
  const run = setUp({ hedgeMs: 600_000 })
  run.end(1, 'stream')
  expect(await run.result).toMatchObject({ choice: { channel: { id: 1 } }, outcome: { kind: 'stream' } })
  expect(run.attempts).toHaveLength(1)
  expect(hedgesOf(run)).toEqual([undefined])
  expect(run.call.stateOwner.known?.channelId).toBe(1)
})

test.each([1, 2])(
  'of two attempts the first answer wins; the other is cancelled and its place is free: %d',
  async (id) => {
    const run = setUp()
    await run.started
    const other = 3 - id
    run.end(id, 'stream')
    expect((await run.result).choice.channel.id).toBe(id)
    expect(hedgesOf(run)).toEqual(id === 1 ? ['won', 'lost'] : ['lost', 'won'])
    expect(run.signals.map(({ aborted }) => aborted)).toEqual(id === 1 ? [false, true] : [true, false])
    expect(inFlight(run)).toEqual(id === 1 ? [1, 0] : [0, 1])
    expect(run.call.stateOwner.known?.channelId).toBe(id)
    expect([run.noted, run.call.abort.reason]).toEqual([[], null])
    // A stream of the other that opens all the same is ended.
    run.end(other, 'stream')
    await run.result
    await Promise.resolve().then(() => Promise.resolve())
    expect(run.streams.map(({ code }) => code)).toEqual(['upstream_timeout'])
  },
)

test('where one fails, the other is the answer, and the failure is noted', async () => {
  const run = setUp()
  await run.started
  run.end(1, 'failed')
  run.end(2, 'stream')
  expect(await run.result).toMatchObject({ choice: { channel: { id: 2 } }, outcome: { kind: 'stream' } })
  expect([run.noted, hedgesOf(run)]).toEqual([[1], [undefined, 'won']])
})

test('where both fail, the later failure is returned and the earlier one is noted', async () => {
  const run = setUp()
  await run.started
  run.end(2, 'failed')
  await Promise.resolve()
  run.end(1, 'failed')
  expect(await run.result).toMatchObject({ choice: { channel: { id: 1 } }, outcome: { kind: 'failed' } })
  expect(run.noted).toEqual([2])
})

test('without a second channel the first one is waited for', async () => {
  const run = setUp({ hasSecond: false })
  run.end(1, 'stream')
  expect((await run.result).choice.channel.id).toBe(1)
  expect(hedgesOf(run)).toEqual([undefined])
})

test('a call that ends meanwhile rejects with its reason, and both attempts end', async () => {
  const run = setUp()
  await run.started
  const gone = new GatewayError('client_closed_request')
  run.call.abort.abort(gone)
  expect(await readFailure(run.result)).toBe(gone)
  expect(run.signals.map(({ aborted }) => aborted)).toEqual([true, true])
})
