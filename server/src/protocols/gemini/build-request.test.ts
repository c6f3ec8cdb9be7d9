import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { applyModelRules } from '../../core/chat/apply-model-rules.ts'
import type { ChatRequest, Thinking } from '../../core/chat/chat-request.ts'
import type { Message, Part } from '../../core/chat/content.ts'
import { rulesInGemini } from '../../core/chat/model-rules-of.ts'
import { arbitraryRequest } from '../../core/chat/test-arbitraries.ts'
import { readRefusal } from '../../core/test-failures.ts'
import { buildGeminiRequest, type GeminiRequestRules } from './build-request.ts'
import { buildGeminiSafetySettings } from './build-safety-settings.ts'
import { parseGeminiRequest } from './parse-request.ts'
import { expressibleRequests } from './test-features.ts'

const everyLevel: GeminiRequestRules = {
  ...rulesInGemini('gemini-3-flash-preview'),
  needsSignatures: false,
}
const budget: GeminiRequestRules = { ...rulesInGemini('gemini-2.5-flash'), needsSignatures: false }
const request = (more: Partial<ChatRequest> = {}): ChatRequest => ({
  model: 'gemini-3-flash-preview',
  messages: [{ role: 'user', parts: [{ kind: 'text', text: 'hi' }] }],
  isStream: false,
  wantsUsage: true,
  ...more,
})
const buildMessages = (messages: Message[], rules: Partial<GeminiRequestRules> = {}) =>
  buildGeminiRequest(request({ messages }), { ...everyLevel, ...rules })
const buildFitted = (model: string, more: Partial<ChatRequest>) => {
  const rules = rulesInGemini(model)
  return buildGeminiRequest(applyModelRules(request(more), rules), rules)
}
const text = (value: string): Part => ({ kind: 'text', text: value })

/** What survives: names of documents are dropped, and thoughts are requested unless hidden. */
function expectedAfterRoundTrip(sent: ChatRequest): ChatRequest {
  const messages = sent.messages.map((message) => ({
    ...message,
    parts: message.parts.map((part): Part => (part.kind === 'file' ? withoutName(part) : part)),
  }))
  if (sent.thinking === undefined || sent.thinking.kind === 'off') return { ...sent, messages }
  return { ...sent, messages, thinking: { ...sent.thinking, isShown: sent.thinking.isShown ?? true } }
}
const withoutName = ({ name: _, ...part }: Extract<Part, { kind: 'file' }>): Part => part

describe('requests', () => {
  const roundTrip = (rules: GeminiRequestRules, thinking: Pick<typeof expressibleRequests, 'thinking' | 'efforts'>) =>
    fc.assert(
      fc.property(arbitraryRequest({ ...expressibleRequests, ...thinking }), (sent) => {
        const wire = JSON.parse(JSON.stringify(buildGeminiRequest(sent, rules)))
        expect(parseGeminiRequest(wire, sent)).toEqual(expectedAfterRoundTrip(sent))
        expect(parseGeminiRequest(snakeCase(wire), sent)).toEqual(expectedAfterRoundTrip(sent))
      }),
      { numRuns: 300 },
    )
  test('with a thinking level survive a round trip, in camel or snake case', () => {
    roundTrip(everyLevel, { thinking: ['effort'], efforts: ['minimal', 'low', 'medium', 'high'] })
  })
  test('with a thinking budget survive a round trip, in camel or snake case', () => {
    roundTrip(budget, { thinking: ['budget', 'off'] })
  })
  test('a request with every setting is written completely', () => {
    const built = buildGeminiRequest(
      request({
        messages: [{ role: 'system', parts: [text('be brief')] }, ...request().messages],
        maxOutputTokens: 10,
        temperature: 0,
        topP: 1,
        stop: ['1', '2', '3', '4', '5', '6'],
        tools: [{ name: 'f', parameters: { type: 'object', properties: { a: { $ref: '#/x' } } } }],
        toolChoice: { kind: 'named', name: 'f' },
        thinking: { kind: 'effort', effort: 'high' },
        userId: 'u',
        parallelToolCalls: false,
      }),
      {
        ...everyLevel,
        safetySettings: buildGeminiSafetySettings(
          { default: 'OFF', HARM_CATEGORY_HARASSMENT: 'BLOCK_NONE' },
          rulesInGemini('gemini-3-flash-preview'),
        ),
        responseModalities: ['TEXT', 'IMAGE'],
      },
    )
    expect(built).toEqual({
      contents: [{ role: 'user', parts: [{ text: 'hi' }] }],
      systemInstruction: { parts: [{ text: 'be brief' }] },
      tools: [
        {
          functionDeclarations: [
            { name: 'f', parametersJsonSchema: { type: 'object', properties: { a: { $ref: '#/x' } } } },
          ],
        },
      ],
      toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['f'] } },
      safetySettings: [
        { category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' },
        { category: 'HARM_CATEGORY_HATE_SPEECH', threshold: 'OFF' },
        { category: 'HARM_CATEGORY_SEXUALLY_EXPLICIT', threshold: 'OFF' },
        { category: 'HARM_CATEGORY_DANGEROUS_CONTENT', threshold: 'OFF' },
      ],
      generationConfig: {
        maxOutputTokens: 10,
        temperature: 0,
        topP: 1,
        stopSequences: ['1', '2', '3', '4', '5'],
        responseModalities: ['TEXT', 'IMAGE'],
        thinkingConfig: { thinkingLevel: 'high', includeThoughts: true },
      },
    })
  })
})

describe('buildGeminiRequest', () => {
  test('merges consecutive messages of one role, starts with the user, and never sends empty content', () => {
    expect(
      buildMessages([
        { role: 'assistant', parts: [text('a')] },
        { role: 'user', parts: [text('b')] },
        { role: 'system', parts: [text('s')] },
        { role: 'user', parts: [text('c'), text('')] },
      ]),
    ).toEqual({
      contents: [
        { role: 'user', parts: [{ text: '...' }] },
        { role: 'model', parts: [{ text: 'a' }] },
        { role: 'user', parts: [{ text: 'b' }, { text: 'c' }] },
      ],
      systemInstruction: { parts: [{ text: 's' }] },
    })
    const alone = { contents: [{ role: 'user', parts: [{ text: 's' }] }] }
    expect(buildMessages([{ role: 'system', parts: [text('s')] }])).toEqual(alone)
    expect(buildMessages([])).toEqual({ contents: [{ role: 'user', parts: [{ text: '...' }] }] })
  })
  test('instructions go into the first turn of a model without system instructions', () => {
    const messages: Message[] = [
      { role: 'system', parts: [text('s')] },
      { role: 'user', parts: [text('u')] },
    ]
    expect(buildMessages(messages, { takesSystem: false })).toEqual({
      contents: [{ role: 'user', parts: [{ text: 's' }, { text: 'u' }] }],
    })
  })

  const call = (id: string, name: string, more: object = {}): Part => ({
    kind: 'tool_call',
    id,
    name,
    arguments: '{"x":1}',
    ...more,
  })
  const result = (callId: string, value: string, more: object = {}): Part => ({
    kind: 'tool_result',
    callId,
    content: [{ kind: 'text', text: value }],
    ...more,
  })
  const turns = (...parts: Part[][]): Message[] =>
    parts.map((turn, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', parts: turn }))
  const readParts = (built: Record<string, unknown>, turn: number) =>
    (built.contents as { parts: unknown[] }[])[turn]?.parts

  test('results of parallel calls share a turn in the order of the calls, with their names, before other text', () => {
    const messages: Message[] = [
      ...turns([text('go')], [call('1', 'f'), call('2', 'g')]),
      { role: 'user', parts: [result('2', '{"b":2}')] },
      { role: 'user', parts: [text('and?'), result('1', 'one')] },
    ]
    expect(readParts(buildMessages(messages), 2)).toEqual([
      { functionResponse: { id: '1', name: 'f', response: { result: 'one' } } },
      { functionResponse: { id: '2', name: 'g', response: { b: 2 } } },
      { text: 'and?' },
    ])
  })
  test('errors and images of results are sent in the fields of the API', () => {
    const image: Part = { kind: 'image', source: { kind: 'base64', mediaType: 'image/png', data: 'AQ==' } }
    const messages = turns(
      [text('go')],
      [call('1', 'f'), call('2', 'f')],
      [result('1', 'broken', { isError: true }), result('2', 'see', { content: [text('see'), image] })],
    )
    const inlineData = { mimeType: 'image/png', data: 'AQ==' }
    expect(readParts(buildMessages(messages), 2)).toEqual([
      { functionResponse: { id: '1', name: 'f', response: { error: 'broken' } } },
      { functionResponse: { id: '2', name: 'f', response: { result: 'see' }, parts: [{ inlineData }] } },
    ])
    expect(readParts(buildMessages(messages, { hasResultMedia: false }), 2)).toEqual([
      { functionResponse: { id: '1', name: 'f', response: { error: 'broken' } } },
      { functionResponse: { id: '2', name: 'f', response: { result: 'see' } } },
      { inlineData },
    ])
  })
  test('arguments are an object for any output of the model', () => {
    const buildArgs = (value: string) => {
      const parts = readParts(buildMessages(turns([text('go')], [call('1', 'f', { arguments: value })])), 1)
      return (parts?.[0] as { functionCall: { args: unknown } } | undefined)?.functionCall.args
    }
    for (const empty of ['', ' ', 'null', '{}']) expect(buildArgs(empty)).toEqual({})
    expect(buildArgs('{"a":[1]}')).toEqual({ a: [1] })
    expect(buildArgs('{"a":')).toEqual({ _raw: '{"a":' })
    expect(buildArgs('[1]')).toEqual({ _raw: '[1]' })
  })
  test('sends signatures; the first call of a turn has one where required', () => {
    const signed = turns([text('go')], [call('1', 'f', { signature: 'S1' }), call('2', 'g')])
    const rules = { needsSignatures: true }
    const signatures = (messages: Message[], more: Partial<GeminiRequestRules>) =>
      readParts(buildMessages(messages, more), 1)?.map((part) => (part as Record<string, unknown>).thoughtSignature)
    expect(signatures(signed, rules)).toEqual(['S1', undefined])
    const placeholder = 'skip_thought_signature_validator'
    expect(signatures(turns([text('go')], [call('1', 'f'), call('2', 'g')]), rules)).toEqual([placeholder, undefined])
  })
  test('sends thoughts with their state, and omits redacted ones', () => {
    const thoughts: Part[] = [
      { kind: 'reasoning', text: 'hm', signature: 'S' },
      { kind: 'reasoning', text: '', redacted: 'R' },
      text('a'),
    ]
    expect(readParts(buildMessages(turns([text('go')], thoughts)), 1)).toEqual([
      { text: 'hm', thought: true, thoughtSignature: 'S' },
      { text: 'a' },
    ])
  })
  test('media is sent by its address or by its file name', () => {
    const built = buildMessages(
      turns([
        { kind: 'image', source: { kind: 'url', url: 'https://a.example/b.png?c=d' } },
        { kind: 'file', source: { kind: 'url', url: 'https://youtu.be/x' } },
        { kind: 'file', source: { kind: 'file_id', fileId: 'https://x/files/1' } },
        { kind: 'file', source: { kind: 'text', text: 'plain' } },
      ]),
    )
    expect(readParts(built, 0)).toEqual([
      { fileData: { mimeType: 'image/png', fileUri: 'https://a.example/b.png?c=d' } },
      { fileData: { fileUri: 'https://youtu.be/x' } },
      { fileData: { fileUri: 'https://x/files/1' } },
      { text: 'plain' },
    ])
  })
  test('older models get cleaned schemas, and no empty parameters', () => {
    const built = buildGeminiRequest(
      request({
        tools: [
          {
            name: 'f',
            parameters: { type: 'object', properties: { a: { const: 'x' } }, additionalProperties: false },
          },
          { name: 'g', parameters: { type: 'object', properties: {} } },
        ],
        responseFormat: { kind: 'json_schema', schema: { type: ['string', 'null'], title: 'T' } },
      }),
      rulesInGemini('gemini-2.0-flash'),
    )
    expect(built.tools).toEqual([
      {
        functionDeclarations: [
          { name: 'f', parameters: { type: 'object', properties: { a: { type: 'string', enum: ['x'] } } } },
          { name: 'g' },
        ],
      },
    ])
    expect(built.generationConfig).toEqual({
      responseMimeType: 'application/json',
      responseSchema: { type: 'string', nullable: true },
    })
  })
  test('omits sampling for models that deprecate it', () => {
    const built = buildFitted('gemini-3.5-flash', { temperature: 0, topP: 0, topK: 1, seed: 0 })
    expect(built.generationConfig).toEqual({ seed: 0 })
  })
  test('thinking matches the model’s generation', () => {
    const buildThinkingConfig = (model: string, thinking: Thinking) => {
      const built = buildFitted(model, { thinking })
      return (built.generationConfig as Record<string, unknown> | undefined)?.thinkingConfig
    }
    const effort = (name: Extract<Thinking, { kind: 'effort' }>['effort']): Thinking => ({
      kind: 'effort',
      effort: name,
      isShown: false,
    })
    expect(buildThinkingConfig('gemini-3-flash-preview', effort('none'))).toEqual({ thinkingLevel: 'minimal' })
    expect(buildThinkingConfig('gemini-3.8-flash', effort('none'))).toEqual({ thinkingLevel: 'low' })
    expect(buildThinkingConfig('gemini-3-pro-preview', effort('medium'))).toEqual({ thinkingLevel: 'high' })
    expect(buildThinkingConfig('gemini-3.1-pro-preview', effort('max'))).toEqual({ thinkingLevel: 'high' })
    expect(buildThinkingConfig('gemini-3.1-pro-preview', { kind: 'budget', tokens: 2000 })).toEqual({
      thinkingLevel: 'low',
      includeThoughts: true,
    })
    expect(buildThinkingConfig('gemini-3.1-pro-preview', { kind: 'adaptive' })).toEqual({ includeThoughts: true })
    expect(buildThinkingConfig('gemini-2.5-flash', effort('none'))).toEqual({ thinkingBudget: 0 })
    expect(buildThinkingConfig('gemini-2.5-pro', { kind: 'off' })).toEqual({ thinkingBudget: 128 })
    expect(buildThinkingConfig('gemini-2.5-flash', effort('max'))).toEqual({ thinkingBudget: 24_576 })
    expect(buildThinkingConfig('gemini-2.5-pro', { kind: 'budget', tokens: -1, isShown: false })).toEqual({
      thinkingBudget: -1,
    })
    expect(buildThinkingConfig('gemini-2.0-flash', effort('high'))).toBeUndefined()
    expect(buildThinkingConfig('gemini-flash-latest', effort('minimal'))).toEqual({ thinkingLevel: 'low' })
  })
})

describe('parseGeminiRequest', () => {
  const path = { model: 'm', isStream: true }
  const parse = (body: Record<string, unknown>) => parseGeminiRequest(body, path)
  const user = { role: 'user', parts: [{ text: 'hi' }] }

  test('calls without ids get the same ids in every request of the conversation', () => {
    const contents = [
      user,
      {
        role: 'model',
        parts: [
          { functionCall: { name: 'f', args: {} } },
          { functionCall: { name: 'g' } },
          { functionCall: { name: 'f' } },
        ],
      },
      {
        role: 'function',
        parts: [
          { functionResponse: { name: 'g', response: { output: 'G' } } },
          { functionResponse: { name: 'f', response: { result: 'F1' } } },
          { functionResponse: { name: 'f', response: { error: 'F2' } } },
        ],
      },
    ]
    const { messages } = parse({ contents })
    const pairs = (at: number) =>
      messages[at]?.parts.map((part) =>
        part.kind === 'tool_call' ? [part.id, part.name] : part.kind === 'tool_result' && [part.callId, part.name],
      )
    expect(pairs(1)).toEqual([
      ['call_0', 'f'],
      ['call_1', 'g'],
      ['call_2', 'f'],
    ])
    expect(pairs(2)).toEqual([
      ['call_1', 'g'],
      ['call_0', 'f'],
      ['call_2', 'f'],
    ])
    expect(messages[2]?.parts[2]).toMatchObject({ isError: true, content: [{ text: 'F2' }] })
    const longer = parse({ contents: [...contents, { role: 'model', parts: [{ text: 'a' }] }, user] })
    expect(longer.messages.slice(0, 3)).toEqual(messages)
  })
  test('a result refers to its call by id, even if the names differ', () => {
    const { messages } = parse({
      contents: [
        user,
        {
          role: 'model',
          parts: [{ functionCall: { id: 'call_0', name: 'f' } }, { functionCall: { name: 'g' } }],
        },
        { role: 'user', parts: [{ functionResponse: { id: 'call_0', response: { a: 1 } } }] },
      ],
    })
    expect(messages[2]?.parts).toEqual([
      { kind: 'tool_result', callId: 'call_0', name: 'f', content: [{ kind: 'text', text: '{"a":1}' }] },
    ])
    // The id that would be generated is taken.
    expect(messages[1]?.parts[1]).toMatchObject({ id: 'call_0_' })
  })
  test('only the allowed functions are offered', () => {
    const declared = { functionDeclarations: [{ name: 'f' }, { name: 'g' }, { name: 'h' }] }
    const choice = (config: object) =>
      parse({
        contents: [user],
        tools: [declared, { googleSearch: {} }],
        toolConfig: { functionCallingConfig: config },
      })
    expect(choice({ mode: 'ANY', allowedFunctionNames: ['f', 'h'] })).toMatchObject({
      tools: [{ name: 'f' }, { name: 'h' }],
      toolChoice: { kind: 'required' },
    })
    expect(choice({ mode: 'ANY', allowedFunctionNames: ['f'] }).toolChoice).toEqual({
      kind: 'named',
      name: 'f',
    })
    expect(choice({ mode: 'VALIDATED' })).toMatchObject({ toolChoice: { kind: 'auto' } })
    expect(choice({ mode: 'NONE' }).toolChoice).toEqual({ kind: 'none' })
    expect(choice({}).toolChoice).toBeUndefined()
  })
  test('a count of 64 bits in a schema keeps its digits', () => {
    const parameters = { type: 'OBJECT', properties: { a: { type: 'STRING', maxLength: '9223372036854775807' } } }
    const body = {
      contents: [{ role: 'user', parts: [{ text: '?' }] }],
      tools: [{ functionDeclarations: [{ name: 'f', parameters }] }],
    }
    const { tools } = parseGeminiRequest(body, { model: 'm', isStream: false })
    expect(JSON.stringify(tools)).toContain('"maxLength":9223372036854775807')
  })

  test('schemas of OpenAPI become JSON Schema', () => {
    const schema = {
      type: 'OBJECT',
      propertyOrdering: ['a'],
      properties: {
        a: { type: 'STRING', nullable: true, enum: ['x'] },
        b: { type: 'ARRAY', min_items: '1', items: { type: 'INTEGER', minimum: '-2', maximum: '2.5' } },
        c: { type: 'TYPE_UNSPECIFIED', anyOf: [{ type: 'STRING' }] },
      },
    }
    const { tools, responseFormat } = parse({
      contents: [user],
      tools: [{ function_declarations: [{ name: 'f', parameters: schema }] }],
      generation_config: { response_mime_type: 'application/json', response_schema: schema },
    })
    const expected = {
      type: 'object',
      properties: {
        a: { type: ['string', 'null'], enum: ['x', null] },
        b: { type: 'array', minItems: 1, items: { type: 'integer', minimum: -2, maximum: 2.5 } },
        c: { anyOf: [{ type: 'string' }] },
      },
    }
    expect(tools?.[0]?.parameters).toEqual(expected)
    expect(responseFormat).toEqual({ kind: 'json_schema', schema: expected })
  })
  test('reads each setting of thinking', () => {
    const thinking = (thinkingConfig: object) =>
      parse({ contents: [user], generationConfig: { thinkingConfig } }).thinking
    expect(thinking({ thinkingBudget: 0 })).toEqual({ kind: 'off' })
    expect(thinking({ thinkingBudget: -1, includeThoughts: true })).toEqual({
      kind: 'budget',
      tokens: -1,
      isShown: true,
    })
    expect(thinking({ thinking_level: 'HIGH' })).toEqual({ kind: 'effort', effort: 'high', isShown: false })
    expect(thinking({ includeThoughts: true })).toEqual({ kind: 'adaptive', isShown: true, isUnasked: true })
    expect(thinking({})).toBeUndefined()
  })
  test('refuses an invalid request and names the field', () => {
    const refusalCode = (body: Record<string, unknown>) => readRefusal(() => parse(body))?.code
    expect(refusalCode({})).toBe('messages_required')
    expect(refusalCode({ contents: [] })).toBe('messages_required')
    expect(refusalCode({ contents: 'hi' })).toBe('invalid_request')
    expect(refusalCode({ contents: [user], generationConfig: { maxOutputTokens: -1 } })).toBe('max_tokens_invalid')
    expect(refusalCode({ contents: [user], generationConfig: { candidateCount: 0 } })).toBe('invalid_request')
  })
  test('reads any JSON or refuses it as the caller’s error', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), (a, b, c) => {
        const bodies = [
          { contents: a },
          { contents: [{ role: 'user', parts: a }], systemInstruction: b, tools: c, generationConfig: b },
          {
            contents: [{ role: b, parts: [{ text: a, functionCall: b, functionResponse: c }] }],
            tools: [{ functionDeclarations: [{ name: 'f', parameters: { properties: a, anyOf: b, items: c } }] }],
            toolConfig: { functionCallingConfig: a },
            generationConfig: {
              responseMimeType: 'application/json',
              responseSchema: { enum: a },
              thinkingConfig: b,
            },
          },
        ]
        for (const body of bodies) {
          readRefusal(() => {
            const read = parse(body as Record<string, unknown>)
            for (const model of ['gemini-2.0-flash', 'gemini-3.8-flash'])
              buildGeminiRequest(applyModelRules(read, rulesInGemini(model)), rulesInGemini(model))
          })
        }
      }),
      { numRuns: 300 },
    )
  })
})

/** Field names in snake case; names inside schemas, arguments and responses belong to the caller. */
function snakeCase(value: unknown): Record<string, unknown> {
  const own = new Set(['args', 'response', 'parametersJsonSchema', 'responseJsonSchema'])
  const change = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(change)
    if (typeof node !== 'object' || node === null) return node
    const entries = Object.entries(node).map(([key, inner]) => [
      key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      own.has(key) ? inner : change(inner),
    ])
    return Object.fromEntries(entries)
  }
  return change(value) as Record<string, unknown>
}
