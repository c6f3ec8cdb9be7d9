import { expect, test } from 'bun:test'
import { quota } from '@sluice/contract/quota'
import { GatewayError } from '../../core/errors.ts'
import { noUsage } from '../../core/usage/usage.ts'
import { createManualClock } from '../../platform/test-clock.ts'
import type { Services } from '../../services.ts'
import { newCallTrail } from '../call/call-trail.ts'
import type { RelayCall } from '../call/relay-call.ts'
import { createCallCounter } from './call-counter.ts'
import { createUsageWarning } from './warn-of-usage.ts'

const clock = createManualClock(0)

/** A call with only the fields that are counted. */
const createCall = (channelId: number, trail: Partial<RelayCall['trail']>) =>
  ({
    startedMonotonic: clock.monotonic(),
    attempts: channelId === 0 ? [] : [{ channel_id: channelId }],
    trail: { ...newCallTrail(), ...trail },
  }) as unknown as RelayCall

const createSettlement = (channelId: number, usage = noUsage) =>
  ({ end: 'complete', channelId, upstreamModel: 'up', usage, quota: quota(7), firstFrameMs: null }) as const

test('each token is counted once by its kind, and the charge is counted too', () => {
  const callCounter = createCallCounter(clock)
  const usage = {
    ...noUsage,
    inputText: 10,
    inputImage: 5,
    cacheReadText: 3,
    cacheWrite5m: 2,
    cacheWrite1h: 1,
    outputText: 20,
    outputAudio: 4,
    reasoning: 8,
  }
  callCounter.callEnded(createCall(3, { routedModel: 'm', settled: createSettlement(3, usage) }))
  const labels = { channel: '3', model: 'm' }
  expect(callCounter.tokens()).toEqual([
    { labels: { ...labels, kind: 'input' }, value: 15 },
    { labels: { ...labels, kind: 'cache_read' }, value: 3 },
    { labels: { ...labels, kind: 'cache_write' }, value: 3 },
    { labels: { ...labels, kind: 'output' }, value: 24 },
  ])
  expect(callCounter.quota()).toEqual([{ labels, value: 7 }])
  expect(callCounter.calls()).toEqual([{ labels: { ...labels, end: 'complete' }, value: 1 }])
})

test('of a call that was refused before its admission only the error and the stages are counted', () => {
  const callCounter = createCallCounter(clock)
  const error = new GatewayError('invalid_api_key')
  callCounter.callEnded(createCall(0, { error, identifiedAt: clock.monotonic() }))
  expect(callCounter.calls()).toEqual([])
  expect(callCounter.errors()).toEqual([{ labels: { code: 'invalid_api_key', owner: 'caller' }, value: 1 }])
  const counted = callCounter.stages('s').filter(({ metricName, value }) => metricName === 's_count' && value > 0)
  expect(counted).toEqual([{ labels: { stage: 'identify' }, value: 1, metricName: 's_count' }])
})

test('the number of channels, and of pairs with a model, is bounded: the rest is counted together', () => {
  const callCounter = createCallCounter(clock)
  for (let index = 1; index <= 2_000; index++) {
    callCounter.callEnded(createCall(index, { routedModel: `model ${index % 7}`, settled: createSettlement(index) }))
    callCounter.attemptEnded(index, 'answered')
  }
  const sumValues = (samples: { value: number }[]) => samples.reduce((sum, { value }) => sum + value, 0)
  expect(sumValues(callCounter.calls())).toBe(2_000)
  expect(callCounter.calls()).toHaveLength(501)
  expect(callCounter.calls().at(-1)?.labels).toEqual({ channel: 'other', model: 'other', end: 'complete' })
  expect(sumValues(callCounter.attempts())).toBe(2_000)
  expect(callCounter.attempts()).toHaveLength(1_001)
  const labels = new Set(callCounter.durations('d').map((sample) => JSON.stringify(sample.labels)))
  expect(labels.size).toBeLessThan(501 * 15)
})

test('usage that cannot be true is counted, and warned of once a minute for each channel', () => {
  const warnings: unknown[] = []
  const log = { warn: (fields: unknown) => warnings.push(fields) } as unknown as Services<'log'>['log']
  const noted: number[] = []
  const note = async (channelId: number) => void noted.push(channelId)
  const callCounter = createCallCounter(clock, createUsageWarning({ clock, log }, note))
  const end = (channelId: number, unbelieved?: { output: number }) =>
    callCounter.callEnded(
      createCall(channelId, { routedModel: 'm', settled: { ...createSettlement(channelId), unbelieved } }),
    )
  for (const channelId of [1, 1, 2]) end(channelId, { output: 99_999_999 })
  end(3)
  expect(warnings).toMatchObject([
    { channelId: 1, upstreamModel: 'up', output: 99_999_999 },
    { channelId: 2, output: 99_999_999 },
  ])
  clock.advance(60_000)
  end(1, { output: 99_999_998 })
  expect(warnings).toHaveLength(3)
  expect(noted).toEqual([1, 2, 1])
  expect(callCounter.unbelievedUsage().map(({ value }) => value)).toEqual([3, 1, 0])
})
