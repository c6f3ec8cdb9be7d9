import { describe, expect, test } from 'bun:test'
import { always, byRatio } from '../core/billing/test-prices.ts'
import { createSessionMeter, priceUse } from './session-meter.ts'

const terms = { price: always(byRatio({ ratio: 1, completionRatio: 6 })), groupRatio: 1, quotaPerUnit: 500_000 }

/** The charge of a session with one answer of 200 pieces of text, which are 200 tokens by the own count. */
function chargeFor(usage: unknown) {
  const meter = createSessionMeter({ hasTranscriber: false })
  for (let piece = 0; piece < 200; piece++)
    meter.push(JSON.stringify({ type: 'response.output_text.delta', delta: 'word' }))
  const response = { status: 'completed', output: [{ type: 'message' }], ...(usage !== undefined && { usage }) }
  meter.push(JSON.stringify({ type: 'response.done', response }))
  const use = meter.use()
  return { quota: priceUse(use, terms).quota as number, isEstimated: use.isEstimated }
}

describe('the usage of an answer', () => {
  test.each([
    { input_tokens: 100, output_tokens: 100 },
    { input_tokens: '100', output_tokens: '100' },
    { input_tokens: '100', output_tokens: 100, total_tokens: '200' },
    { input_tokens: 100, total_tokens: 200 },
  ])('is charged as reported, also as text: %j', (usage) => {
    expect(chargeFor(usage)).toEqual({ quota: 700, isEstimated: false })
  })
  test.each([
    undefined,
    null,
    {},
    [[]],
    'x',
    { input_tokens: -100, output_tokens: -100 },
    { input_tokens: 1e15, output_tokens: 1e15 },
    { input_tokens: 0, output_tokens: 0 },
    { usage: { input_tokens: 100, output_tokens: 100 } },
  ])('is the own count where no count can be read: %j', (usage) => {
    expect(chargeFor(usage)).toEqual({ quota: 1_200, isEstimated: true })
  })
  test('has the own count in place of one that is missing', () => {
    expect(chargeFor({ input_tokens: 100, output_tokens: 'many' })).toEqual({ quota: 1_300, isEstimated: true })
    expect(chargeFor({ output_tokens: 50 })).toEqual({ quota: 300, isEstimated: true })
  })
})

test('the duration of a transcript may be text', () => {
  const meter = createSessionMeter({ hasTranscriber: true })
  const type = 'conversation.item.input_audio_transcription.completed'
  meter.push(JSON.stringify({ type, usage: { type: 'duration', seconds: '9' } }))
  expect(meter.transcribed()).toMatchObject({ usage: { inputAudio: 150 }, isEstimated: false })
})
