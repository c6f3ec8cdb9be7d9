import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseOpenaiUsage } from './parse-usage.ts'
import { createOpenaiStreamMeter } from './stream-meter.ts'

const fixture = (name: string) =>
  readFileSync(join(import.meta.dir, '__fixtures__', name), 'utf8')
    .split('\n')
    .filter((line) => line !== '')

function meterStream(frames: (string | null)[]) {
  let text = ''
  const meter = createOpenaiStreamMeter((piece) => {
    text += piece
  })
  const kinds = frames.map((frame) => meter.push(frame))
  return { meter, kinds, text }
}

describe('createOpenaiStreamMeter', () => {
  test('reads usage, text and completeness of a recorded reasoning stream', () => {
    const { meter, text } = meterStream([...fixture('deepseek-reasoning.chunks.txt'), '[DONE]'])
    expect(meter.isComplete()).toBe(true)
    expect(meter.usage()).toMatchObject({ inputText: 18, cacheReadText: 0, outputText: 219, reasoning: 205 })
    expect(text.length).toBeGreaterThan(200)
  })
  test.each([
    [
      'the last choice',
      {
        choices: [{ index: 0, delta: {}, finish_reason: 'stop', usage: { prompt_tokens: 7, completion_tokens: 3 } }],
      },
    ],
    [
      'a field of its own',
      { x_groq: { usage: { prompt_tokens: 7, completion_tokens: 3 } }, choices: [{ index: 0, delta: {} }] },
    ],
  ])('reads usage in %s', (_place, chunk) => {
    expect(meterStream([JSON.stringify(chunk)]).meter.usage()).toMatchObject({ inputText: 7, outputText: 3 })
  })
  test('recognises the usage frame of a recorded tool call', () => {
    const { meter, kinds, text } = meterStream(fixture('xai-tool-call.chunks.txt'))
    expect(kinds.at(-1)).toBe('usage')
    expect(meter.usage()).toMatchObject({ inputText: 1, cacheReadText: 290, outputText: 222, reasoning: 196 })
    expect(text).toContain('{')
  })
  test('a finish reason proves a recorded completion complete, without an end marker', () => {
    const { meter, text } = meterStream(fixture('openai-completion-text.chunks.txt'))
    expect(meter.isComplete()).toBe(true)
    expect(meter.usage()).toMatchObject({ inputText: 14, outputText: 16 })
    expect(text.length).toBeGreaterThan(10)
  })
  test('is incomplete while one of two choices is open', () => {
    const choice = (index: number, finish: string | null) =>
      JSON.stringify({ choices: [{ index, delta: { content: 'a' }, finish_reason: finish }] })
    const { meter } = meterStream([choice(0, null), choice(1, null), choice(0, 'stop')])
    expect(meter.isComplete()).toBe(false)
    meter.push(choice(1, 'stop'))
    expect(meter.isComplete()).toBe(true)
  })
  test.each<[string, object[], string]>([
    ['parts', [{ delta: { content: [{ type: 'text', text: 'a' }, 'b'] } }], 'ab'],
    [
      'reasoning in parts',
      [{ delta: { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] }] } }],
      'hm',
    ],
    ['details of reasoning', [{ delta: { reasoning_details: [{ text: 'a' }, { summary: 'b' }] } }], 'ab'],
    ['details that repeat it', [{ delta: { reasoning: 'a', reasoning_details: [{ text: 'a' }] } }], 'a'],
    ['messages', [{ message: { content: 'a' } }, { message: { content: 'b' } }], 'ab'],
    ['a message that repeats the deltas', [{ delta: { content: 'a' } }, { message: { content: 'a' } }], 'a'],
  ])('counts the text of %s', (_, choices, expected) => {
    const { text, meter } = meterStream(choices.map((choice) => JSON.stringify({ choices: [choice] })))
    expect(text).toBe(expected)
    expect(meter.hasContent()).toBe(true)
  })
  test('the last report replaces earlier ones', () => {
    const report = (tokens: number) =>
      JSON.stringify({ choices: [], usage: { prompt_tokens: 5, completion_tokens: tokens } })
    expect(meterStream([report(1), report(7)]).meter.usage()).toMatchObject({ inputText: 5, outputText: 7 })
  })
  test('distinguishes errors, comments and invalid data from content', () => {
    const { kinds, meter } = meterStream([null, '', 'no json', '7', '{"choices":[]}', '{"error":{"message":"x"}}'])
    expect(kinds).toEqual(['other', 'other', 'other', 'other', 'other', 'error'])
    expect(meter.hasContent()).toBe(false)
    expect(meter.error()).toEqual({ message: 'x' })
  })
})

describe('parseOpenaiUsage', () => {
  test('splits the wire’s totals into disjoint parts', () => {
    expect(
      parseOpenaiUsage({
        prompt_tokens: 100,
        completion_tokens: 50,
        prompt_tokens_details: { cached_tokens: 40, audio_tokens: 10, cache_write_tokens: 5 },
        completion_tokens_details: { reasoning_tokens: 20, audio_tokens: 8 },
      }),
    ).toMatchObject({
      inputText: 45,
      inputAudio: 10,
      cacheReadText: 40,
      cacheWrite5m: 5,
      outputText: 42,
      outputAudio: 8,
      reasoning: 20,
    })
  })
  test('more cached tokens than the prompt has are beside it', () => {
    const usage = { prompt_tokens: 10, completion_tokens: 1, prompt_tokens_details: { cached_tokens: 99 } }
    const parts = { inputText: 10, cacheReadText: 99, outputText: 1 }
    expect(parseOpenaiUsage(usage)).toMatchObject({ ...parts, isDoubtful: true })
    expect(parseOpenaiUsage({ ...usage, total_tokens: 110 })).toMatchObject(parts)
  })
  test.each([-5, 1.5, 1e12, 'x', [[]], {}])('a count of %p is missing', (prompt_tokens) => {
    expect(parseOpenaiUsage({ prompt_tokens, completion_tokens: 1 })).toMatchObject({
      inputText: 0,
      outputText: 1,
      missing: ['input'],
      isDoubtful: true,
    })
  })
  test('is null for null, text and zeros', () => {
    for (const wire of [null, undefined, 'x', {}, { prompt_tokens: 0, completion_tokens: 0 }, { total_tokens: 9 }]) {
      expect(parseOpenaiUsage(wire)).toBeNull()
    }
  })
})
