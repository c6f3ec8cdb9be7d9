import { expect, test } from 'bun:test'
import { noUsage } from '../../core/usage/usage.ts'
import { parseSessionChange } from './client-event.ts'
import { parseRealtimeEvent } from './parse-event.ts'

// Written from https://platform.openai.com/docs/api-reference/realtime-server-events, as known on 2026-11-22.

test('usage is read as disjoint parts, cached tokens by modality', () => {
  const usage = {
    total_tokens: 253,
    input_tokens: 132,
    output_tokens: 121,
    input_token_details: {
      text_tokens: 119,
      audio_tokens: 13,
      image_tokens: 0,
      cached_tokens: 70,
      cached_tokens_details: { text_tokens: 64, audio_tokens: 6, image_tokens: 0 },
    },
    output_token_details: { text_tokens: 30, audio_tokens: 91 },
  }
  const event = { type: 'response.done', response: { status: 'completed', output: [{}], usage } }
  expect(parseRealtimeEvent(JSON.stringify(event))).toEqual({
    kind: 'response_done',
    isAnswered: true,
    usage: {
      ...noUsage,
      inputText: 55,
      inputAudio: 7,
      cacheReadText: 64,
      cacheReadAudio: 6,
      outputText: 30,
      outputAudio: 91,
    },
  })
})

test('a response may have no usage, and a failed one has no answer', () => {
  const parseDone = (response: object) => parseRealtimeEvent(JSON.stringify({ type: 'response.done', response }))
  expect(parseDone({ status: 'completed', output: [{}] })).toMatchObject({ usage: null, isAnswered: true })
  expect(parseDone({ status: 'failed', output: [], usage: null })).toMatchObject({
    usage: null,
    isAnswered: false,
  })
})

test.each([
  ['response.output_audio.delta', { kind: 'audio', base64Length: 8 }],
  ['response.audio.delta', { kind: 'audio', base64Length: 8 }],
  ['response.output_text.delta', { kind: 'text', text: 'AAAABBBB' }],
  ['response.audio_transcript.delta', { kind: 'text', text: 'AAAABBBB' }],
  ['input_audio_buffer.timeout_triggered', { kind: 'other' }],
] as const)('%s is read as %j', (type, event) => {
  const message = JSON.stringify({ event_id: 'event_1', type, response_id: 'r', delta: 'AAAABBBB' })
  expect(parseRealtimeEvent(message)).toEqual(event)
})

test('the audio format is read in the current names and those of the beta', () => {
  const parseSession = (session: object) => parseRealtimeEvent(JSON.stringify({ type: 'session.updated', session }))
  expect(parseSession({ audio: { output: { format: { type: 'audio/pcmu' } } } })).toMatchObject({
    bytesPerSecond: 8_000,
  })
  expect(parseSession({ audio: { output: { format: { type: 'audio/pcm', rate: 24_000 } } } })).toMatchObject({
    bytesPerSecond: 48_000,
  })
  expect(parseSession({ output_audio_format: 'g711_ulaw' })).toMatchObject({ bytesPerSecond: 8_000 })
  expect(parseSession({ output_audio_format: 'pcm16', input_audio_transcription: { model: 'whisper-1' } })).toEqual({
    kind: 'session',
    bytesPerSecond: 48_000,
    heardBytesPerSecond: 48_000,
    transcriber: 'whisper-1',
  })
})

test('a transcript reports tokens or seconds', () => {
  const type = 'conversation.item.input_audio_transcription.completed'
  const read = (usage: object) => parseRealtimeEvent(JSON.stringify({ type, usage }))
  expect(read({ type: 'duration', seconds: 3 })).toMatchObject({ kind: 'transcribed', usage: null, seconds: 3 })
  expect(
    read({ type: 'tokens', input_tokens: 22, output_tokens: 5, input_token_details: { audio_tokens: 20 } }),
  ).toMatchObject({ usage: { inputText: 2, inputAudio: 20, outputText: 5 } })
})

test.each(['', 'null', '[]', '{', '{"type":5}', '"response.done"', '{"type":"response.done"}'])(
  'an invalid message (%s) causes no exception',
  (message) => {
    expect(['other', 'response_done']).toContain(parseRealtimeEvent(message).kind)
  },
)

test('a change of the session is found in any spelling', () => {
  expect(parseSessionChange('{"type":"input_audio_buffer.append","audio":"AAAA"}')).toBeNull()
  expect(parseSessionChange('{"type":"sessio\\u006e.update","session":{"model":"other"}}')).toMatchObject({
    model: 'other',
  })
  expect(parseSessionChange('{"type":"session.update","type":"response.cancel"}')).toBe('unreadable')
  expect(parseSessionChange('no event')).toBe('unreadable')
})
