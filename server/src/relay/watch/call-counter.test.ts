import { expect, test } from 'bun:test'
import { quota } from '@sluice/contract/quota'
import { GatewayError } from '../../core/errors.ts'
import { noUsage } from '../../core/usage/usage.ts'
import { createManualClock } from '../../platform/test-clock.ts'
import { newCallTrail } from '../call/call-trail.ts'
import type { RelayCall } from '../call/relay-call.ts'
import { createCallCounter } from './call-counter.ts'

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
