import { describe, expect, test } from 'bun:test'
import { createChunkReshaper } from './reshape-chunk.ts'

const chunk = (delta: object, more: object = {}) =>
  JSON.stringify({ id: 'a', model: 'm', choices: [{ index: 0, delta, finish_reason: null, ...more }] })
const readDeltas = (chunks: string[]) => chunks.map((text) => JSON.parse(text).choices[0]?.delta)

describe('createChunkReshaper', () => {
  const reshapeThinking = (...data: string[]) => {
    const reshape = createChunkReshaper({ forcesFormat: false, showsThinking: true })
    return readDeltas(data.flatMap(reshape))
  }
  test('puts reasoning between tags, before the first content', () => {
    expect(
      reshapeThinking(
        chunk({ role: 'assistant', content: '' }),
        chunk({ reasoning_content: 'a' }),
        chunk({ reasoning: 'b', content: null }),
        chunk({ content: 'c' }),
        chunk({ content: 'd' }),
      ),
    ).toEqual([
      { role: 'assistant', content: '' },
      { content: '<think>\na' },
      { content: 'b' },
      { content: '\n</think>\n' },
      { content: 'c' },
      { content: 'd' },
    ])
  })
  test('closes the tag before tool calls and before the end', () => {
    const calls = { tool_calls: [{ index: 0, function: { name: 'f' } }] }
    expect(reshapeThinking(chunk({ reasoning_content: 'a' }), chunk(calls))).toEqual([
      { content: '<think>\na' },
      { content: '\n</think>\n' },
      calls,
    ])
    expect(reshapeThinking(chunk({ reasoning_content: 'a' }), chunk({}, { finish_reason: 'stop' }))[1]).toEqual({
      content: '\n</think>\n',
    })
  })
  test('rewrites chunks with the known fields only', () => {
    const reshape = createChunkReshaper({ forcesFormat: true, showsThinking: false })
    const withUnknownFields = JSON.stringify({
      odd: 1,
      model: 'm',
      choices: [{ delta: { content: 'x', odd: 2 }, odd: 3 }],
      usage: { prompt_tokens: 1 },
    })
    expect(reshape(withUnknownFields).map((text) => JSON.parse(text))).toEqual([
      {
        id: '',
        object: 'chat.completion.chunk',
        created: 0,
        model: 'm',
        choices: [{ index: 0, delta: { content: 'x' }, finish_reason: null, logprobs: null }],
        usage: { prompt_tokens: 1 },
      },
    ])
  })
  test('keeps data that is not a chunk', () => {
    const reshape = createChunkReshaper({ forcesFormat: true, showsThinking: true })
    for (const data of ['', 'no json', '7', 'null', '{"error":{}}']) expect(reshape(data)).toEqual([data])
  })
})
