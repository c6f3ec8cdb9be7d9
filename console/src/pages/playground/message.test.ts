import { expect, test } from 'bun:test'
import { type AnswerEvent, applyEvent, type ChatMessage, shortfallOf, tokensPerSecond } from './message.ts'

const loading: ChatMessage = { id: 'a', role: 'assistant', createAt: 0, content: '', status: 'loading' }
const after = (...events: AnswerEvent[]) => events.reduce(applyEvent, loading)

test('an answer is loading, incomplete while it grows, then complete', () => {
  const text = { type: 'text', text: 'The', at: 300 } as const
  expect(after({ type: 'open', requestId: 'r' })).toMatchObject({
    status: 'loading',
    facts: { requestId: 'r' },
  })
  expect(after(text)).toMatchObject({ status: 'incomplete', content: 'The' })
  const whole = after(text, { type: 'text', text: ' river', at: 400 }, { type: 'end', at: 500 })
  expect(whole).toMatchObject({
    status: 'complete',
    content: 'The river',
    facts: { firstMs: 300, totalMs: 500 },
  })
})

test('thoughts are kept separately and count as the first output', () => {
  const message = after(
    { type: 'reasoning', text: 'Hm', at: 100 },
    { type: 'text', text: 'Yes', at: 900 },
    { type: 'usage', promptTokens: 10, completionTokens: 4 },
  )
  expect(message).toMatchObject({
    reasoning: 'Hm',
    content: 'Yes',
    facts: { firstMs: 100, promptTokens: 10, completionTokens: 4 },
  })
})

test('a failure keeps the text so far, with the reason', () => {
  const message = after({ type: 'text', text: 'The', at: 1 }, { type: 'failed', error: 'cut', at: 2 })
  expect(message).toMatchObject({ status: 'error', content: 'The', error: 'cut' })
})

test('an answer that reached the output limit is complete, and marked as cut off', () => {
  const capped = after(
    { type: 'text', text: 'The', at: 1 },
    { type: 'shortfall', shortfall: 'length' },
    { type: 'end', at: 2 },
  )
  expect(capped).toMatchObject({ status: 'complete', content: 'The', shortfall: 'length' })
  expect(after({ type: 'end', at: 1 })).not.toHaveProperty('shortfall')
})

test('only the output limit and the content filter cut an answer off', () => {
  expect(shortfallOf('length')).toBe('length')
  expect(shortfallOf('content_filter')).toBe('content_filter')
  for (const whole of ['stop', 'tool_calls', '', null, undefined, 7, 'toString']) expect(shortfallOf(whole)).toBeNull()
})

test('a complete or failed answer does not change again', () => {
  for (const last of [
    { type: 'end', at: 1 },
    { type: 'failed', error: 'x', at: 1 },
    { type: 'stopped', at: 1 },
  ] as const) {
    const done = after(last)
    expect(applyEvent(done, { type: 'text', text: 'more', at: 2 })).toBe(done)
    expect(applyEvent(done, { type: 'end', at: 2 })).toBe(done)
  }
})

test('retries are shown while the server is unreachable, and cleared afterwards', () => {
  expect(after({ type: 'connecting', tries: 0 }).tries).toBeUndefined()
  expect(after({ type: 'connecting', tries: 2 }).tries).toBe(2)
  expect(after({ type: 'connecting', tries: 2 }, { type: 'open', requestId: null }).tries).toBeUndefined()
})

test('the speed counts from the first text on', () => {
  expect(tokensPerSecond({ completionTokens: 50, firstMs: 1_000, totalMs: 2_000 })).toBe(50)
  expect(tokensPerSecond({ completionTokens: 50, firstMs: 1_000, totalMs: 1_001 })).toBeNull()
  expect(tokensPerSecond({ firstMs: 1, totalMs: 1_001 })).toBeNull()
})
