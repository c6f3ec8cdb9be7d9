import { expect, test } from 'bun:test'
import {
  type AnswerEvent,
  addVersion,
  applyEvent,
  type ChatMessage,
  mapVersion,
  shortfallOf,
  showVersion,
  tokensPerSecond,
  versionsOf,
} from './message.ts'

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
    facts: { firstMs: 100, thoughtMs: 800, promptTokens: 10, completionTokens: 4 },
  })
})

test('a failure keeps the text so far, with the reason', () => {
  const message = after({ type: 'text', text: 'The', at: 1 }, { type: 'failed', error: 'cut', at: 2 })
  expect(message).toMatchObject({ status: 'error', content: 'The', error: 'cut' })
})

test('an answer that reached the output limit is complete, and marked as cut off', () => {
  const capped = after(
    { type: 'text', text: 'The', at: 1 },
    { type: 'finish', reason: 'length' },
    { type: 'end', at: 2 },
  )
  expect(capped).toMatchObject({ status: 'complete', content: 'The', shortfall: 'length' })
  expect(after({ type: 'end', at: 1 })).not.toHaveProperty('shortfall')
})

test('the reason of the end is kept as the wire gives it', () => {
  expect(after({ type: 'finish', reason: 'tool_calls' }).facts).toEqual({ finishReason: 'tool_calls' })
})

test('versions of an answer keep their order whichever is shown, and the oldest are dropped', () => {
  const versionOf = (id: string): ChatMessage => ({ ...loading, id, content: id, status: 'complete' })
  const three = addVersion(addVersion(versionOf('a'), versionOf('b')), versionOf('c'))
  const idsOf = (message: ChatMessage) => versionsOf(message).map(({ id }) => id)
  expect([three.id, ...idsOf(three)]).toEqual(['c', 'a', 'b', 'c'])
  const first = showVersion(showVersion(three, -1), -1)
  expect([first.id, ...idsOf(first)]).toEqual(['a', 'a', 'b', 'c'])
  expect(showVersion(first, -1)).toBe(first)
  expect(showVersion(first, 1).id).toBe('b')
  const changed = mapVersion(first, 'c', (version) => ({ ...version, content: 'new' }))
  expect(changed?.content).toBe('a')
  expect(changed?.later?.map(({ content }) => content)).toEqual(['b', 'new'])
  expect(mapVersion(first, 'unknown', (version) => version)).toBeNull()
  let many = first
  for (let count = 0; count < 20; count++) many = addVersion(many, versionOf(`n${count}`))
  expect(idsOf(many)).toHaveLength(10)
  expect(many.id).toBe('n19')
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
