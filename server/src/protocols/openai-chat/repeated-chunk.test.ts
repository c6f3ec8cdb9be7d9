import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { frameData } from '../sse/frame-data.ts'
import { RepeatedChunk } from './repeated-chunk.ts'
import { createOpenaiStreamMeter } from './stream-meter.ts'

const chunk = (text: string, more: object = {}) =>
  JSON.stringify({
    id: 'chatcmpl-1',
    created: 1_700_000_000,
    model: 'gpt-4o',
    choices: [{ index: 0, delta: { content: text }, finish_reason: null }],
    ...more,
  })

/** Everything that a meter says of a stream. */
function meterStream(frames: readonly string[]) {
  const texts: string[] = []
  const meter = createOpenaiStreamMeter((text) => texts.push(text))
  const kinds = frames.map((frame) => meter.push(frame))
  const facts = {
    usage: meter.usage(),
    isComplete: meter.isComplete(),
    error: meter.error(),
  }
  return { texts, kinds, hasContent: meter.hasContent(), ...facts }
}

/** What a meter says of the same frames as bytes: those of a known form are not pushed. */
function meterFrames(datas: readonly string[]) {
  const texts: string[] = []
  const meter = createOpenaiStreamMeter((text) => texts.push(text))
  for (const data of datas) {
    const frame = new TextEncoder().encode(`data: ${data}\n\n`)
    if (!meter.pushFrame(frame)) meter.push(frameData(frame))
  }
  return { texts, isComplete: meter.isComplete(), usage: meter.usage() }
}

/** The same chunks in bytes of which no two begin alike, so that each is parsed. */
const unlike = (frames: readonly string[]) => frames.map((frame, index) => ' '.repeat(index + 1) + frame)

const texts = fc.oneof(
  fc.string(),
  fc.constantFrom('"', '\\', '\n', '\u0007', '你好', ' content', '"content":"x"', '.', 'a.'),
)
const shapes = fc.oneof(
  texts.map((text) => chunk(text)),
  texts.map((text) => chunk(text, { usage: { prompt_tokens: 1, completion_tokens: 2 } })),
  texts.map((text) => chunk(text, { error: { message: text } })),
  texts.map((text) => chunk(text, { model: 'gpt-4o-search-preview' })),
  texts.map((text) => chunk('same', { content: text })),
  texts.map((text) => JSON.stringify({ choices: [{ index: 1, delta: { role: 'assistant', content: text } }] })),
  texts.map((text) => JSON.stringify({ choices: [{ index: 0, delta: { content: text }, finish_reason: 'stop' }] })),
  texts.map((text) => JSON.stringify({ choices: [{ index: 0, delta: { reasoning: text, content: text } }] })),
  texts.map((text) => JSON.stringify({ choices: [{ index: 0, text, message: { content: 'whole' } }] })),
  texts.map((text) => `{"choices":[{"delta":{"content":"first","content":${JSON.stringify(text)}}}]}`),
  texts.map((text) => `${chunk(text)}}`),
)

test('a stream is read alike whether its chunks repeat a form or not', () => {
  fc.assert(
    fc.property(fc.array(shapes, { maxLength: 40 }), (frames) => {
      const parsed = meterStream(unlike(frames))
      expect(meterStream(frames)).toEqual(parsed)
      expect(parsed).toMatchObject(meterFrames(frames))
    }),
    { numRuns: 2_000 },
  )
})

test.each(readdirSync(join(import.meta.dir, '__fixtures__')).filter((name) => name.endsWith('.chunks.txt')))(
  'the recorded stream %s is read alike',
  (name) => {
    const lines = readFileSync(join(import.meta.dir, '__fixtures__', name), 'utf8')
      .split('\n')
      .filter(Boolean)
    expect(meterStream(lines)).toEqual(meterStream(unlike(lines)))
  },
)

test('a chunk of a known form is not parsed', () => {
  const form = new RepeatedChunk()
  const contentOf = (data: string): string => JSON.parse(data).choices[0].delta.content
  form.learn(chunk('Hello'), 'Hello', contentOf)
  expect(form.textIn(chunk(' world'))).toBe(' world')
  expect(form.textIn(chunk('a "word"'))).toBeNull()
  expect(form.textIn(chunk('', { usage: {} }))).toBeNull()
  expect(form.textIn(chunk('Hello', { id: 'chatcmpl-2' }))).toBeNull()
})

test('a host that pads each chunk at random costs a few attempts, and no more', () => {
  const form = new RepeatedChunk()
  let parsed = 0
  for (let padding = 0; padding < 100; padding++)
    form.learn(chunk('word', { obfuscation: `p${padding}` }), 'word', () => {
      parsed += 1
      return null
    })
  expect(parsed).toBe(8)
})
