import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { arbitraryResponse } from '../../core/chat/test-arbitrary-responses.ts'
import { buildOpenaiChatResponse } from './build-chat-response.ts'
import { parseOpenaiChatResponse } from './parse-chat-response.ts'
import { asRead, expressible } from './test-features.ts'

const newId = () => 'made'
const fixture = (name: string) =>
  parseOpenaiChatResponse(JSON.parse(readFileSync(join(import.meta.dir, '__fixtures__', name), 'utf8')), newId)

describe('parse and build an answer', () => {
  test('a neutral answer survives a round trip', () => {
    fc.assert(
      fc.property(arbitraryResponse(expressible), (response) => {
        const wire = buildOpenaiChatResponse(response, { createdAt: 1 })
        expect(parseOpenaiChatResponse(JSON.parse(JSON.stringify(wire)), newId)).toEqual(asRead(response))
      }),
      { numRuns: 300 },
    )
  })
  test('no JSON causes an exception', () => {
    const key = fc.constantFrom('choices', 'message', 'content', 'tool_calls', 'function', 'usage', 'id', 'images')
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5 },
        fc.jsonValue(),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(key, tie('tree')),
      ),
    }))
    fc.assert(
      fc.property(fc.dictionary(key, tree), (body) => {
        expect(() => parseOpenaiChatResponse(body as Record<string, unknown>, newId)).not.toThrow()
      }),
    )
  })
})

describe('recorded answers', () => {
  test('text is read with its id and time', () => {
    const answer = fixture('openai-text.json')
    expect(answer).toMatchObject({ id: 'chatcmpl-D8Z5f52zQqikDBEKQMQoYcWMcWPeU', createdAt: 1770933883 })
    expect(answer.choices).toHaveLength(1)
    expect(answer.choices[0]).toMatchObject({ finishReason: 'stop', parts: [{ kind: 'text' }] })
  })
  test.each([
    ['deepseek-tool-call.json', ['reasoning', 'tool_call'], '{"location": "San Francisco"}'],
    ['xai-tool-call.json', ['reasoning', 'tool_call'], '{"location":"San Francisco"}'],
    ['groq-tool-call.json', ['tool_call'], '{}'],
    ['moonshotai-tool-call.json', ['tool_call'], '{"city":"Paris"}'],
    ['alibaba-tool-call.json', ['tool_call'], '{"location": "San Francisco"}'],
    ['mistral-tool-call.json', ['tool_call'], '{"location": "San Francisco"}'],
  ])('the tool call of %s is read', (name, kinds, args) => {
    const [choice] = fixture(name).choices
    expect(choice?.finishReason).toBe('tool_calls')
    expect(choice?.parts.map((part) => part.kind)).toEqual(kinds as never)
    expect(choice?.parts.at(-1)).toMatchObject({ arguments: args })
  })
  test.each(['mistral-reasoning.json', 'groq-reasoning.json', 'moonshotai-reasoning.json', 'alibaba-reasoning.json'])(
    'reasoning and text of %s are read',
    (name) => {
      const [choice] = fixture(name).choices
      expect(choice?.parts.map((part) => part.kind)).toEqual(['reasoning', 'text'])
    },
  )
  test('addresses outside the choices are citations', () => {
    const [part] = fixture('perplexity-citations.json').choices[0]?.parts ?? []
    expect(part?.kind === 'text' && part.citations).toHaveLength(7)
  })
  test.each([
    ['openai-text.json', { inputText: 16, cacheReadText: 0 }],
    ['deepseek-tool-call.json', { inputText: 19, cacheReadText: 320, outputText: 92, reasoning: 48 }],
    ['moonshotai-reasoning.json', { inputText: 10, cacheReadText: 10, outputText: 30, reasoning: 22 }],
    // xAI: 12 + 229 = 241 in total; the reported completion excludes reasoning.
    ['xai-text.json', { inputText: 10, cacheReadText: 2, outputText: 229, reasoning: 228 }],
    ['xai-tool-call.json', { inputText: 47, cacheReadText: 244, outputText: 215, reasoning: 189 }],
    ['mistral-tool-call.json', { inputText: 124, outputText: 22 }],
    ['groq-tool-call.json', { inputText: 218, outputText: 15 }],
  ])('the usage of %s is read', (name, usage) => {
    expect(fixture(name).usage).toMatchObject(usage)
  })
})

describe('buildOpenaiChatResponse', () => {
  const choice = (parts: never[], finishReason: 'refusal' | 'tool_calls' | 'pause' | null) => ({
    id: 'msg_1',
    model: 'upstream',
    createdAt: 0,
    usage: null,
    choices: [{ index: 0, parts, finishReason }],
  })
  test('a refusal without text is reported by the reason', () => {
    expect(
      buildOpenaiChatResponse(choice([], 'refusal'), { createdAt: 5, id: 'chatcmpl-1', model: 'requested' }),
    ).toEqual({
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 5,
      model: 'requested',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: '', refusal: null },
          logprobs: null,
          finish_reason: 'content_filter',
        },
      ],
    })
  })
  test('an answer without a reason has one', () => {
    expect(buildOpenaiChatResponse(choice([], null), { createdAt: 5 }).choices).toMatchObject([
      { finish_reason: 'stop' },
    ])
  })
  test('the reason is not a tool call without a call', () => {
    for (const reason of ['tool_calls', 'pause'] as const)
      expect(buildOpenaiChatResponse(choice([], reason), { createdAt: 5 }).choices).toMatchObject([
        { finish_reason: 'stop' },
      ])
  })
})
