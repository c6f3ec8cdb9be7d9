import { describe, expect, test } from 'bun:test'
import { always, byRatio } from '../core/billing/test-prices.ts'
import { inputTotal, noUsage, outputTotal } from '../core/usage/usage.ts'
import { buildRealtimeUsage } from '../protocols/openai-realtime/build-usage.ts'
import { namedItemsMax } from './session-input.ts'
import { createSessionMeter, priceUse, type SessionMeter } from './session-meter.ts'

const terms = { price: always(byRatio({ ratio: 1, completionRatio: 6 })), groupRatio: 1, quotaPerUnit: 500_000 }

/** The charge of a session with one answer of 200 pieces of text, which are 200 tokens by the own count. */
function chargeFor(usage: unknown, model = 'gpt-realtime') {
  const meter = createSessionMeter({ transcriber: 'none', model })
  for (let piece = 0; piece < 200; piece++)
    meter.push(JSON.stringify({ type: 'response.output_text.delta', delta: 'word' }))
  const response = { status: 'completed', output: [{ type: 'message' }], ...(usage !== undefined && { usage }) }
  meter.push(JSON.stringify({ type: 'response.done', response }))
  const use = meter.use()
  const said = use.unbelieved
  return { quota: priceUse(use, terms).quota as number, isEstimated: use.isEstimated, ...(said && { said }) }
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
  test.each([
    [{ input_tokens: 1_048_576, output_tokens: 524_288 }, 1_048_576 + 6 * 524_288, undefined],
    [{ input_tokens: 1_048_577, output_tokens: 100 }, 600, { input: 1_048_577 }],
    [{ input_tokens: 100, output_tokens: 99_999_999 }, 1_300, { output: 99_999_999 }],
  ])('is the own count of a side that cannot be true: %j', (usage, quota, unbelieved) => {
    const { said, ...charged } = chargeFor(usage, 'gpt-realtime-2.1')
    expect([charged, said]).toEqual([{ quota, isEstimated: unbelieved !== undefined }, unbelieved])
  })
  test('has the own count in place of one that is missing', () => {
    expect(chargeFor({ input_tokens: 100, output_tokens: 'many' })).toEqual({ quota: 1_300, isEstimated: true })
    expect(chargeFor({ output_tokens: 50 })).toEqual({ quota: 300, isEstimated: true })
  })
})

describe('the input of a response without an input count is the own count of what the model reads', () => {
  const word = 'word '
  /** A meter whose client sent these events. */
  function meterOf(...events: object[]) {
    const meter = createSessionMeter({ transcriber: 'none' })
    for (const event of events) meter.pushClient(JSON.stringify(event))
    return meter
  }
  const item = (text: string, id?: string) => ({
    type: 'conversation.item.create',
    item: { id, type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
  })
  /** A second of 16-bit samples, 24 000 times. */
  const second = { type: 'input_audio_buffer.append', audio: 'A'.repeat(64_000) }
  const receive = (meter: SessionMeter, type: string, fields: object = {}) =>
    meter.push(JSON.stringify({ type, ...fields }))
  const answer = (meter: SessionMeter, usage?: object) =>
    receive(meter, 'response.done', { response: { status: 'completed', output: [{}], usage } })

  test('instructions, tools and items', () => {
    const tools = [{ type: 'function', name: 'look_up', description: word.repeat(50), parameters: {} }]
    const meter = meterOf(
      { type: 'session.update', session: { instructions: word.repeat(100), tools } },
      { type: 'session.update', session: { voice: 'marin' } },
      item(word.repeat(200)),
    )
    answer(meter, { output_tokens: 10 })
    expect(meter.use()).toMatchObject({ usage: { outputText: 10 }, isEstimated: true })
    expect(meter.use().usage.inputText).toBeWithin(350, 400)
  })
  test('sound that became a part of the conversation, at ten tokens a second', () => {
    const meter = meterOf(second, second, { type: 'input_audio_buffer.clear' }, second, second, second)
    receive(meter, 'input_audio_buffer.committed')
    answer(meter, { output_tokens: 10 })
    expect(meter.use().usage).toMatchObject({ inputAudio: 30, inputText: 0 })
  })
  test('detected speech without the silence around it', () => {
    const meter = meterOf(...Array.from({ length: 20 }, () => second))
    receive(meter, 'input_audio_buffer.speech_started', { audio_start_ms: 4_000 })
    receive(meter, 'input_audio_buffer.speech_stopped', { audio_end_ms: 6_500 })
    receive(meter, 'input_audio_buffer.committed')
    answer(meter, { output_tokens: 10 })
    expect(meter.use().usage).toMatchObject({ inputAudio: 25 })
  })
  test('what the model said before, and no item that the client deleted', () => {
    const meter = meterOf(item(word.repeat(1_000), 'item_1'))
    receive(meter, 'response.output_text.delta', { delta: word.repeat(300) })
    answer(meter, { input_tokens: 0, output_tokens: 300 })
    meter.pushClient(JSON.stringify({ type: 'conversation.item.delete', item_id: 'item_1' }))
    answer(meter, { output_tokens: 1 })
    expect(meter.use().usage.inputText).toBeWithin(290, 320)
  })
  test('a deleted item beyond those that are remembered', () => {
    const ids = Array.from({ length: namedItemsMax }, (_, index) => `item_${index}`)
    const meter = meterOf(...ids.map((id) => item('', id)), item(word.repeat(1_000), 'late'))
    for (const item_id of [...ids, 'late'])
      meter.pushClient(JSON.stringify({ type: 'conversation.item.delete', item_id }))
    answer(meter, { output_tokens: 1 })
    expect(meter.use().usage.inputText).toBeWithin(990, 1_020)
  })
  test('no more than the window of a model', () => {
    const meter = meterOf(item('word '.repeat(100_000)), item('word '.repeat(20_000)), second)
    receive(meter, 'input_audio_buffer.committed')
    answer(meter, { output_tokens: 1 })
    expect(meter.use().usage).toMatchObject({ inputText: 31_990, inputAudio: 10 })
  })
  test('also where nothing is reported, and where the session ends inside a response', () => {
    for (const end of [() => undefined, answer]) {
      const meter = meterOf(item(word.repeat(200)))
      receive(meter, 'response.output_text.delta', { delta: 'word' })
      end(meter)
      expect(meter.use().usage.inputText).toBeWithin(200, 220)
    }
  })
  test('nothing of it where the input is reported', () => {
    const meter = meterOf(item(word.repeat(200)))
    answer(meter, { input_tokens: 7, output_tokens: 10 })
    expect(meter.use()).toMatchObject({ usage: { inputText: 7 }, isEstimated: false })
  })
  test('a translated report without an input count', () => {
    const usage = buildRealtimeUsage({ ...noUsage, outputText: 10, missing: ['input'] })
    const meter = meterOf(item(word.repeat(200)))
    answer(meter, { ...usage })
    expect(meter.use().usage.inputText).toBeWithin(200, 220)
  })
  test('a report outside a response replaces the estimate, and keeps what it does not report', () => {
    const meter = meterOf(item(word.repeat(200)))
    receive(meter, 'response.output_text.delta', { delta: word.repeat(300) })
    answer(meter)
    meter.report({ ...noUsage, outputText: 10, missing: ['input'] })
    const { usage, units } = meter.use()
    expect({ outputText: usage.outputText, units }).toEqual({ outputText: 10, units: 1 })
    expect(usage.inputText).toBeWithin(200, 220)
  })
})

test('a transcript without a readable count is the own count of the sound', () => {
  const type = 'conversation.item.input_audio_transcription.completed'
  for (const usage of [undefined, {}, { type: 'tokens', output_tokens: 4 }]) {
    const meter = createSessionMeter({ transcriber: 'other' })
    meter.pushClient(JSON.stringify({ type: 'input_audio_buffer.append', audio: 'A'.repeat(64_000 * 9) }))
    meter.push(JSON.stringify({ type: 'input_audio_buffer.committed' }))
    meter.push(JSON.stringify({ type, transcript: 'word', usage }))
    expect(meter.transcribed()).toMatchObject({ usage: { inputAudio: 150 }, isEstimated: true })
  }
})

test('the duration of a transcript may be text', () => {
  const meter = createSessionMeter({ transcriber: 'other' })
  const type = 'conversation.item.input_audio_transcription.completed'
  meter.push(JSON.stringify({ type, usage: { type: 'duration', seconds: '9' } }))
  expect(meter.transcribed()).toMatchObject({ usage: { inputAudio: 150 }, isEstimated: false })
})

test('transcripts are of no more sound than twice what the client sent, or a minute', () => {
  const type = 'conversation.item.input_audio_transcription.completed'
  const meter = createSessionMeter({ transcriber: 'other' })
  const transcribe = (seconds: number) => {
    const before = meter.transcribed().usage.seconds
    meter.push(JSON.stringify({ type, usage: { type: 'duration', seconds } }))
    const { usage, isEstimated, unbelieved } = meter.transcribed()
    return [usage.seconds - before, isEstimated, unbelieved?.seconds]
  }
  const speak = (seconds: number) => {
    meter.pushClient(JSON.stringify({ type: 'input_audio_buffer.append', audio: 'A'.repeat(64_000 * seconds) }))
    meter.push(JSON.stringify({ type: 'input_audio_buffer.committed' }))
  }
  speak(50)
  expect(transcribe(50)).toEqual([50, false, undefined])
  // All transcripts count together.
  speak(10)
  expect(transcribe(72)).toEqual([10, true, 72])
  speak(10)
  expect(transcribe(10)).toEqual([10, true, 72])
})

test.each([
  ['own', 27],
  ['other', 0],
  ['none', 0],
] as const)('a transcript is the session’s use if its model does nothing else: %s', (transcriber, tokens) => {
  const meter = createSessionMeter({ transcriber })
  meter.push(
    JSON.stringify({
      type: 'conversation.item.input_audio_transcription.completed',
      transcript: 'hello',
      usage: { type: 'tokens', total_tokens: 27, input_tokens: 22, output_tokens: 5 },
    }),
  )
  const { usage, units } = meter.use()
  expect([inputTotal(usage) + outputTotal(usage), units]).toEqual([tokens, tokens === 0 ? 0 : 1])
  expect(meter.transcribed().units).toBe(transcriber === 'other' ? 1 : 0)
})
