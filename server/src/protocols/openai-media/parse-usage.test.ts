import { describe, expect, test } from 'bun:test'
import { noUsage } from '../../core/usage/usage.ts'
import {
  parseImageAnswer,
  parseModerationAnswer,
  parseRerankAnswer,
  parseSpeechAnswer,
  parseTranscriptionAnswer,
} from './parse-answer.ts'
import { parseImageUsage, parseRerankUsage, parseSpeechUsage, parseTranscriptionUsage } from './parse-usage.ts'
import { createMediaStreamMeter } from './stream-meter.ts'

// Written from the providers' documentation; see parse-usage.ts for the pages.

const usage = (parts: object) => ({ ...noUsage, ...parts })
const bytes = (value: unknown) => new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value))

describe('usage of images', () => {
  test('counts text and images of the input, and images of the output', () => {
    const wire = { total_tokens: 100, input_tokens: 50, output_tokens: 50 }
    const input_tokens_details = { text_tokens: 10, image_tokens: 40 }
    expect(parseImageUsage({ ...wire, input_tokens_details })).toEqual(
      usage({ inputText: 10, inputImage: 40, outputImage: 50 }),
    )
  })
  test('counts text of the output, and cached input', () => {
    const wire = {
      input_tokens: 100,
      input_tokens_details: { text_tokens: 30, image_tokens: 70, cached_tokens: 50 },
      output_tokens: 60,
      output_tokens_details: { text_tokens: 8, image_tokens: 52 },
    }
    expect(parseImageUsage(wire)).toEqual(
      usage({ inputImage: 50, cacheReadText: 30, cacheReadImage: 20, outputText: 8, outputImage: 52 }),
    )
  })
  test.each([undefined, null, {}, { total_tokens: 5 }, { generated_images: 2 }, 'x'])('no usage in %p', (wire) => {
    expect(parseImageUsage(wire)).toBeNull()
  })
})

describe('usage of recordings', () => {
  test('tokens are read by modality', () => {
    const details = { text_tokens: 2, audio_tokens: 12 }
    const wire = { type: 'tokens', input_tokens: 14, input_token_details: details, output_tokens: 45 }
    expect(parseTranscriptionUsage(wire)).toEqual(usage({ inputText: 2, inputAudio: 12, outputText: 45 }))
  })
  test('a duration is charged as a thousand tokens a minute, in whole seconds rounded up', () => {
    expect(parseTranscriptionUsage({ type: 'duration', seconds: 9 })).toEqual(usage({ inputAudio: 150, seconds: 9 }))
    expect(parseTranscriptionUsage({ type: 'duration', seconds: 8.2 })).toEqual(usage({ inputAudio: 150, seconds: 9 }))
  })
  test.each([-1, Number.NaN, 1e9, null, 'x'])('a duration of %p is ignored', (seconds) => {
    expect(parseTranscriptionUsage({ type: 'duration', seconds })).toBeNull()
  })
})

test('usage of spoken text: the output counts as sound', () => {
  expect(parseSpeechUsage({ input_tokens: 14, output_tokens: 101, total_tokens: 115 })).toEqual(
    usage({ inputText: 14, outputAudio: 101 }),
  )
})

describe('usage of rankings', () => {
  test.each([
    ['Jina', { usage: { total_tokens: 815 } }, 815],
    ['OpenAI-like', { usage: { prompt_tokens: 20, total_tokens: 20 } }, 20],
    ['Cohere with tokens', { meta: { billed_units: { search_units: 1 }, tokens: { input_tokens: 90 } } }, 90],
    ['SiliconFlow', { meta: { tokens: { input_tokens: 7, output_tokens: 0 }, billed_units: {} } }, 7],
    ['Xinference', { meta: { tokens: null, billed_units: null } }, null],
    ['Cohere without tokens', { meta: { billed_units: { search_units: 3 } } }, null],
    ['an empty answer', {}, null],
  ])('is read from %s', (_name, answer, tokens) => {
    expect(parseRerankUsage(answer)).toEqual(tokens === null ? null : usage({ inputText: tokens }))
  })
  test('output is counted separately', () => {
    const answer = { meta: { tokens: { input_tokens: 7, output_tokens: 2 } } }
    expect(parseRerankUsage(answer)).toEqual(usage({ inputText: 7, outputText: 2 }))
  })
})

describe('answers', () => {
  test('images: usage and errors are read from bodies of megabytes', () => {
    const data = [{ b64_json: 'A'.repeat(3_000_000) }]
    expect(parseImageAnswer(bytes({ created: 1, data, usage: { output_tokens: 5 } }))?.usage?.outputImage).toBe(5)
    expect(parseImageAnswer(bytes({ created: 1, data }))).toMatchObject({ usage: null, error: null })
    expect(parseImageAnswer(bytes({ error: { message: 'no' } }))?.error).toEqual({ message: 'no' })
  })

  test.each([
    ['https://a.example/1.png', true],
    ['data:image/png;base64,AAAA', true],
    ['', true],
    ['file:///etc/passwd', false],
    ['javascript:alert(1)', false],
  ])('images: one at %p may pass: %p', (url, passes) => {
    const answer = parseImageAnswer(bytes({ created: 1, data: [{ b64_json: 'AAAA' }, { url: 'http://a' }, { url }] }))
    expect(answer?.error === null).toBe(passes)
    expect(parseImageAnswer(bytes('<html>'))).toBeNull()
  })
  test('speech: any bytes are an answer, except an empty body and an HTML page', () => {
    expect(parseSpeechAnswer(new Uint8Array([0xff, 0xfb, 1]))).toMatchObject({ usage: null, error: null })
    expect(parseSpeechAnswer(bytes({ error: { message: 'no' } }))?.error).toEqual({ message: 'no' })
    expect(parseSpeechAnswer(new Uint8Array())).toBeNull()
    expect(parseSpeechAnswer(bytes('<!DOCTYPE html>'))).toBeNull()
  })
  test('transcripts: usage, else the duration; plain text reports none', () => {
    const verbose = { text: 'a', duration: 30.5, segments: [] }
    expect(parseTranscriptionAnswer(bytes(verbose))?.usage?.inputAudio).toBe(517)
    expect(parseTranscriptionAnswer(bytes({ ...verbose, duration: '30.5' }))?.usage?.inputAudio).toBe(517)
    const withUsage = { ...verbose, usage: { type: 'duration', seconds: 60 } }
    expect(parseTranscriptionAnswer(bytes(withUsage))?.usage?.inputAudio).toBe(1000)
    expect(parseTranscriptionAnswer(bytes('1\n00:00 --> 00:01\nHello'))).toMatchObject({ usage: null })
  })
  test('an HTML page is no transcript', () => {
    for (const page of ['<html><h1>502</h1>', '\n<!DOCTYPE html>\n<html>'])
      expect(parseTranscriptionAnswer(bytes(page))).toBeNull()
    expect(parseTranscriptionAnswer(bytes('<unk> hello'))).not.toBeNull()
  })
  test('moderations and rankings are JSON', () => {
    expect(parseModerationAnswer(bytes({ results: [] }))).toMatchObject({ usage: null, error: null })
    expect(parseModerationAnswer(bytes('x'))).toBeNull()
    expect(parseRerankAnswer(bytes({ results: [], usage: { total_tokens: 3 } }))?.usage?.inputText).toBe(3)
    expect(parseRerankAnswer(bytes('[]'))).toBeNull()
  })
})

describe('streams', () => {
  const read = (events: (object | string)[], parse = parseImageUsage) => {
    const texts: string[] = []
    const meter = createMediaStreamMeter(parse, (text) => texts.push(text))
    const kinds = events.map((event) => meter.push(typeof event === 'string' ? event : JSON.stringify(event)))
    return { meter, kinds, texts }
  }
  test('of images are complete with the event that has the usage', () => {
    const { meter, kinds } = read([
      { type: 'image_generation.partial_image', b64_json: 'x' },
      { type: 'image_generation.completed', b64_json: 'y', usage: { input_tokens: 1, output_tokens: 9 } },
    ])
    expect(kinds).toEqual(['content', 'content'])
    expect(meter.isComplete()).toBe(true)
    expect(meter.usage()).toEqual(usage({ inputText: 1, outputImage: 9 }))
  })
  test('of transcripts yield their text', () => {
    const done = {
      type: 'transcript.text.done',
      text: 'ab',
      usage: { type: 'tokens', input_tokens: 9, output_tokens: 2 },
    }
    const { meter, texts } = read(
      [{ type: 'transcript.text.delta', delta: 'a' }, { type: 'transcript.text.delta', delta: 'b' }, done],
      parseTranscriptionUsage,
    )
    expect(texts.join('')).toBe('ab')
    expect(meter.usage()).toEqual(usage({ inputAudio: 9, outputText: 2 }))
  })
  test('are incomplete before that, and report errors', () => {
    const { meter, kinds } = read([
      { type: 'image_edit.partial_image', b64_json: 'x' },
      { type: 'error', error: { message: 'no' } },
    ])
    expect(kinds).toEqual(['content', 'error'])
    expect(meter.isComplete()).toBe(false)
    expect(meter.error()).toEqual({ message: 'no' })
  })
  test('end with the marker of hosts that send one; unknown events pass', () => {
    const { meter, kinds } = read(['', 'no json', { type: 'ping' }, '[DONE]'])
    expect(kinds).toEqual(['other', 'other', 'other', 'done'])
    expect(meter.isComplete()).toBe(true)
    expect(meter.hasContent()).toBe(false)
  })
})
