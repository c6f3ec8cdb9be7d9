import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { applyModelRules } from '../../core/chat/apply-model-rules.ts'
import type { ChatRequest } from '../../core/chat/chat-request.ts'
import type { Message, Part } from '../../core/chat/content.ts'
import { modelRulesOf } from '../../core/chat/model-rules-of.ts'
import { arbitraryRequest } from '../../core/chat/test-arbitraries.ts'
import { commonSettings, type RequestFeatures } from '../../core/chat/test-request-features.ts'
import { readRefusal } from '../../core/test-failures.ts'
import { buildOpenaiChatRequest } from './build-chat-request.ts'
import type { OpenaiChatRules } from './chat-rules.ts'
import { parseOpenaiChatRequest } from './parse-chat-request.ts'

const body = (more: Record<string, unknown>) => ({
  model: 'm',
  messages: [{ role: 'user', content: 'hi' }],
  ...more,
})
const parseMessages = (messages: unknown[]) => parseOpenaiChatRequest(body({ messages })).messages
/** The code and the message of the refusal. */
const readReason = (run: () => unknown): string => {
  const refusal = readRefusal(run)
  return refusal ? `${refusal.code}: ${refusal.message}` : 'no error'
}

describe('parse and build a request', () => {
  const features: RequestFeatures = {
    images: ['base64', 'url'],
    files: ['base64', 'file_id'],
    audio: true,
    imageDetail: true,
    cache: true,
    names: true,
    midSystem: true,
    reasoning: ['text', 'signed', 'redacted'],
    toolSignatures: true,
    refusals: true,
    settings: [...commonSettings, 'frequencyPenalty', 'n', 'userId', 'serviceTier'],
    thinking: ['effort', 'off'],
    efforts: ['minimal', 'low', 'medium', 'high', 'xhigh', 'max'],
    responseFormats: ['text', 'json', 'json_schema'],
    schemaNames: true,
    strictTools: true,
    parallelToolCalls: true,
  }
  const allFeatures: OpenaiChatRules = {
    keepsCacheMarks: true,
    reasoning: 'details',
    keepsThoughtSignatures: true,
    takesTopK: true,
  }

  test('a neutral request survives a round trip', () => {
    fc.assert(
      fc.property(arbitraryRequest(features), (drawn) => {
        const request = expectedAfterRoundTrip(drawn)
        expect(parseOpenaiChatRequest(buildOpenaiChatRequest(request, allFeatures))).toEqual(request)
      }),
      { numRuns: 300 },
    )
  })
  test('reads the output limit from either field', () => {
    for (const maxTokensField of ['max_tokens', 'max_completion_tokens'] as const) {
      const request = parseOpenaiChatRequest(body({ [maxTokensField]: 5 }))
      expect<unknown>(buildOpenaiChatRequest(request, { maxTokensField })).toEqual(body({ [maxTokensField]: 5 }))
    }
  })
  test('random JSON is refused or read without an exception', () => {
    fc.assert(
      fc.property(
        fc.array(fc.dictionary(fc.constantFrom('role', 'content', 'tool_calls', 'name', 'images'), fc.jsonValue())),
        fc.dictionary(fc.string(), fc.jsonValue()),
        (messages, more) => {
          const outcome = readReason(() => parseOpenaiChatRequest({ ...more, model: 'm', messages }))
          expect(outcome).toMatch(/^(no error|invalid_request|messages_required|max_tokens_invalid)/)
        },
      ),
    )
  })

  /** What the wire can express of a request: streams always request usage, and texts of one message are joined. */
  function expectedAfterRoundTrip(request: ChatRequest): ChatRequest {
    const expected = { ...request, wantsUsage: request.isStream, messages: request.messages.map(joinTexts) }
    if (expected.thinking?.kind === 'effort') expected.thinking = { ...expected.thinking, isShown: true }
    return expected
  }
  function joinTexts(message: Message): Message {
    const texts = message.parts.filter((part) => part.kind === 'text')
    const rest = message.parts.filter((part) => part.kind !== 'text')
    const others = rest.filter((part) => !['tool_result', 'tool_call', 'reasoning'].includes(part.kind))
    if (texts.length < 2 || others.length > 0 || texts.some((part) => part.cache)) return message
    const text: Part = { kind: 'text', text: texts.map((part) => part.text).join('\n\n') }
    return { ...message, parts: message.role === 'assistant' ? message.parts : [...rest, text] }
  }
})

describe('parseOpenaiChatRequest', () => {
  test('a temperature of 0 is kept; null counts as absent', () => {
    expect(parseOpenaiChatRequest(body({ temperature: 0, top_p: null }))).toEqual({
      model: 'm',
      messages: [{ role: 'user', parts: [{ kind: 'text', text: 'hi' }] }],
      isStream: false,
      wantsUsage: false,
      temperature: 0,
    })
  })
  test('merges tool results with the user’s next text into one turn', () => {
    const messages = parseMessages([
      { role: 'assistant', content: null, tool_calls: [call('a', 'f'), call('b', 'g')] },
      { role: 'tool', tool_call_id: 'b', content: 'two' },
      {
        role: 'tool',
        tool_call_id: 'a',
        content: [
          { type: 'text', text: 'one' },
          { type: 'image_url', image_url: 'https://x.example/i.png' },
        ],
      },
      { role: 'user', content: 'go on' },
    ])
    expect(messages[1]).toEqual({
      role: 'user',
      parts: [
        { kind: 'tool_result', callId: 'b', name: 'g', content: [{ kind: 'text', text: 'two' }] },
        {
          kind: 'tool_result',
          callId: 'a',
          name: 'f',
          content: [
            { kind: 'text', text: 'one' },
            { kind: 'image', source: { kind: 'url', url: 'https://x.example/i.png' } },
          ],
        },
        { kind: 'text', text: 'go on' },
      ],
    })
    expect(messages).toHaveLength(2)
  })
  test('gives legacy function calls ids that do not change as the conversation grows', () => {
    const turn = [
      { role: 'assistant', content: '', function_call: { name: 'f', arguments: '{}' } },
      { role: 'function', name: 'f', content: 'r' },
    ]
    const once = parseMessages(turn)
    expect(parseMessages([...turn, ...turn]).slice(0, 2)).toEqual(once)
    const [called, answered] = once.map((message) => message.parts[0])
    expect(called).toMatchObject({ kind: 'tool_call', name: 'f' })
    expect(answered).toMatchObject({ kind: 'tool_result', name: 'f', callId: (called as { id: string }).id })
  })
  test('empty arguments become an empty object', () => {
    const parsed = ['', 'null', ' ', undefined, null, {}].map((args) => {
      const wire = { id: 'a', type: 'function', function: { name: 'f', arguments: args } }
      return parseMessages([{ role: 'assistant', tool_calls: [wire] }])[0]?.parts[0]
    })
    for (const part of parsed) expect(part).toMatchObject({ arguments: '{}' })
  })
  test('reads legacy functions, free-form tools and allowed tools', () => {
    const functions = [{ name: 'f', parameters: { type: 'object' } }, { name: 'g' }]
    expect(parseOpenaiChatRequest(body({ functions, function_call: { name: 'g' } }))).toMatchObject({
      tools: [{ name: 'f', parameters: { type: 'object' } }, { name: 'g' }],
      toolChoice: { kind: 'named', name: 'g' },
    })
    const custom = parseOpenaiChatRequest(
      body({ tools: [{ type: 'custom', custom: { name: 'shell' } }, { type: 'web_search' }] }),
    )
    expect(custom.tools).toEqual([
      {
        name: 'shell',
        parameters: { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] },
      },
    ])
    const tools = functions.map((described) => ({ type: 'function', function: described }))
    const allowed = { mode: 'required', tools: [{ type: 'function', function: { name: 'g' } }] }
    const chosen = parseOpenaiChatRequest(
      body({ tools, tool_choice: { type: 'allowed_tools', allowed_tools: allowed } }),
    )
    expect(chosen).toMatchObject({ tools: [{ name: 'g' }], toolChoice: { kind: 'required' } })
  })
  test('a choice without tools is dropped', () => {
    expect(parseOpenaiChatRequest(body({ tool_choice: 'auto', tools: [] }))).not.toHaveProperty('toolChoice')
  })
  test.each([
    [{ reasoning_effort: 'none' }, { kind: 'off' }],
    [{ reasoning_effort: 'xhigh' }, { kind: 'effort', effort: 'xhigh', isShown: true }],
    [{ reasoning: { max_tokens: 2000, exclude: true } }, { kind: 'budget', tokens: 2000, isShown: false }],
    [{ reasoning: { enabled: true } }, { kind: 'adaptive', isShown: true }],
    [{ thinking: { type: 'disabled' } }, { kind: 'off' }],
    [{ thinking: { type: 'enabled', budget_tokens: 4096 } }, { kind: 'budget', tokens: 4096, isShown: true }],
    [{ enable_thinking: false }, { kind: 'off' }],
    [
      { enable_thinking: true, thinking_budget: 100 },
      { kind: 'budget', tokens: 100, isShown: true },
    ],
    [
      { extra_body: { google: { thinking_config: { thinking_budget: -1, include_thoughts: true } } } },
      { kind: 'budget', tokens: -1, isShown: true },
    ],
    [{ reasoning_effort: 'loud' }, undefined],
  ])('reads %j as thinking', (fields, thinking) => {
    expect(parseOpenaiChatRequest(body(fields)).thinking).toEqual(thinking as never)
  })
  test('keeps reasoning, its state and its owner', () => {
    const details = [
      { type: 'reasoning.text', text: 'plan', signature: 's', format: 'anthropic-claude-v1', index: 0 },
      { type: 'reasoning.encrypted', data: 'd', index: 1 },
    ]
    const [message] = parseMessages([
      { role: 'assistant', content: 'a', reasoning_content: 'plan', reasoning_details: details },
    ])
    expect(message?.parts).toEqual([
      { kind: 'reasoning', text: 'plan', signature: 's', format: 'anthropic-claude-v1' },
      { kind: 'reasoning', text: '', redacted: 'd' },
      { kind: 'text', text: 'a' },
    ])
  })
  test('the refusal names the invalid field', () => {
    expect(readReason(() => parseMessages([{ role: 'bot', content: 'a' }]))).toContain('role bot')
    expect(readReason(() => parseMessages([{ role: 'user', content: [{ type: 'hologram' }] }]))).toContain('hologram')
    expect(readReason(() => parseMessages([{ role: 'tool', content: 'a' }]))).toContain('tool_call_id')
    expect(readReason(() => parseOpenaiChatRequest(body({ temperature: '1' })))).toContain('temperature')
  })
})

describe('buildOpenaiChatRequest', () => {
  const request = (messages: Message[], more: Partial<ChatRequest> = {}): ChatRequest => ({
    model: 'm',
    messages,
    isStream: false,
    wantsUsage: false,
    ...more,
  })
  test('tool results come first, and their images move to the user’s message', () => {
    const image: Part = { kind: 'image', source: { kind: 'base64', mediaType: 'image/png', data: 'AA==' } }
    const result: Part = {
      kind: 'tool_result',
      callId: 'a',
      isError: true,
      content: [{ kind: 'text', text: 'no' }, image],
    }
    const { messages } = buildOpenaiChatRequest(
      request([{ role: 'user', parts: [{ kind: 'text', text: 'so' }, result] }]),
    )
    expect(messages).toEqual([
      { role: 'tool', tool_call_id: 'a', content: 'Error:\n\nno' },
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } },
          { type: 'text', text: 'so' },
        ],
      },
    ])
  })
  test('sends reasoning, cache marks, signatures and top_k only to upstreams that accept them', () => {
    const parts: Part[] = [
      { kind: 'reasoning', text: 'plan', signature: 's' },
      { kind: 'text', text: 'a', cache: { ttl: '1h' } },
      { kind: 'tool_call', id: 'c', name: 'f', arguments: '', signature: 't' },
    ]
    const [plain] = buildOpenaiChatRequest(request([{ role: 'assistant', parts }], { topK: 4 })).messages as unknown[]
    expect(plain).toEqual({
      role: 'assistant',
      content: 'a',
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
    })
    const withText = buildOpenaiChatRequest(request([{ role: 'assistant', parts }]), { reasoning: 'text' })
    expect(withText.messages).toMatchObject([{ reasoning_content: 'plan' }])
    expect(JSON.stringify(withText)).not.toContain('reasoning_details')
  })
  test('requests the usage of a stream unless the upstream refuses the field', () => {
    const stream = request([], { isStream: true })
    expect(buildOpenaiChatRequest(stream)).toMatchObject({
      stream: true,
      stream_options: { include_usage: true },
    })
    expect(buildOpenaiChatRequest(stream, { reportsStreamUsage: false })).not.toHaveProperty('stream_options')
  })
  test('merges system texts, under the role of the model', () => {
    const parts: Part[] = ['a', 'b'].map((text) => ({ kind: 'text', text }))
    const { messages } = buildOpenaiChatRequest(request([{ role: 'system', parts }]), {
      systemRole: 'developer',
    })
    expect(messages).toEqual([{ role: 'developer', content: 'a\n\nb' }])
  })
  test('maps a budget to the nearest effort', () => {
    const efforts = [100, 5000, 20_000, -1].map(
      (tokens) => buildOpenaiChatRequest(request([], { thinking: { kind: 'budget', tokens } })).reasoning_effort,
    )
    expect(efforts).toEqual(['low', 'medium', 'high', undefined])
  })
  test('applies the rules of a model', () => {
    const requestWithSettings = request([{ role: 'system', parts: [{ kind: 'text', text: 's' }] }], {
      maxOutputTokens: 9,
      temperature: 0,
    })
    const rules = modelRulesOf('gpt-5') ?? {}
    expect(buildOpenaiChatRequest(applyModelRules(requestWithSettings, modelRulesOf('gpt-5')), rules)).toEqual({
      model: 'm',
      messages: [{ role: 'developer', content: 's' }],
      max_completion_tokens: 9,
    })
  })
  test('sends at most four stop sequences', () => {
    expect(buildOpenaiChatRequest(request([], { stop: ['a', 'b', 'c', 'd', 'e'] })).stop).toHaveLength(4)
  })
})

const call = (id: string, name: string) => ({ id, type: 'function', function: { name, arguments: '{}' } })
