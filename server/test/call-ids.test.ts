import { beforeAll, describe, expect, test } from 'bun:test'
import { answerJson } from './answers.ts'
import { forTests } from './for-tests.ts'
import { answerFrames, answers, modelOf, startProtocolServer } from './protocol-fakes.ts'
import { setRatios } from './ratios.ts'

// Ids of calls and names of tools that one side chose and another must hold to other rules.

type Wire = Record<string, unknown>

const chatOnly = 'chat-only'
const moonshot = 'kimi-k2.6'
const gateway = forTests(startProtocolServer)
beforeAll(async () => {
  await setRatios(gateway.server, [...Object.values(modelOf), chatOnly, moonshot, 'responses-only'], {
    ModelRatio: 1,
    CompletionRatio: 2,
  })
  const { url } = gateway.fakes.openai
  await gateway.server.addChannel(`${url}/v1/chat/completions`, { type: 8, models: chatOnly })
  await gateway.server.addChannel(`${url}/v1/responses`, { type: 8, models: 'responses-only' })
  await gateway.server.addChannel(url, { type: 25, models: moonshot })
})

const sentTo = (name: 'openai' | 'anthropic' | 'gemini'): Wire => gateway.fakes[name].requests[0]?.json() ?? {}
const listOf = (value: unknown) => (value ?? []) as Wire[]

const chatCall = (id: string, name: string, args = '{}') => ({
  id,
  type: 'function',
  function: { name, arguments: args },
})
const chatTurn = (id: string, name: string): Wire[] => [
  { role: 'assistant', content: null, tool_calls: [chatCall(id, name)] },
  { role: 'tool', tool_call_id: id, content: `of ${name}` },
]
const question = { role: 'user', content: 'And now?' }

test('a history that repeats an id reaches Anthropic with two, each beside its own result', async () => {
  const messages = [question, ...chatTurn('call_0', 'weather'), ...chatTurn('call_0', 'clock'), question]
  expect((await gateway.call('openai', modelOf.anthropic, { body: { messages } })).status).toBe(200)
  const blocks = listOf(sentTo('anthropic').messages).flatMap(({ content }) => listOf(content))
  const uses = blocks.filter(({ type }) => type === 'tool_use')
  const results = blocks.filter(({ type }) => type === 'tool_result')
  expect(uses.map(({ name }) => name)).toEqual(['weather', 'clock'])
  expect(new Set(uses.map(({ id }) => id)).size).toBe(2)
  expect(results.map(({ tool_use_id }) => tool_use_id)).toEqual(uses.map(({ id }) => id))
  expect(results.map(({ content }) => listOf(content)[0]?.text)).toEqual(['of weather', 'of clock'])
})

const toolAnswer = (calls: Wire[]) => ({
  ...answers.openai,
  choices: [
    { index: 0, message: { role: 'assistant', content: null, tool_calls: calls }, finish_reason: 'tool_calls' },
  ],
})

test('an upstream that counts calls from the start in each answer gives a client of Messages new ids', async () => {
  gateway.fakes.openai.answerWith(answerJson(toolAnswer([chatCall('call_0', 'weather', '{"city":"Oslo"}')])))
  const tools = [{ name: 'weather', input_schema: { type: 'object' } }]
  const messages: Wire[] = [question]
  const ids: unknown[] = []
  for (let turn = 0; turn < 3; turn++) {
    const answer = (await (await gateway.call('anthropic', chatOnly, { body: { messages, tools } })).json()) as Wire
    const use = listOf(answer.content)[0]
    ids.push(use?.id)
    messages.push({ role: 'assistant', content: answer.content })
    messages.push({ role: 'user', content: [{ type: 'tool_result', tool_use_id: use?.id, content: 'sunny' }] })
  }
  expect(new Set(ids).size).toBe(3)
  const sent = listOf(gateway.fakes.openai.requests[2]?.json().messages)
  const called = sent.flatMap(({ tool_calls }) => listOf(tool_calls)).map(({ id }) => id)
  expect(called).toHaveLength(2)
  expect(new Set(called).size).toBe(2)
  expect(sent.filter(({ role }) => role === 'tool').map(({ tool_call_id }) => tool_call_id)).toEqual(called)
  for (const id of called) expect(String(id).length).toBeLessThanOrEqual(40)
})

const twoCalls = [chatCall('call_0', 'weather', '{"city":"Oslo"}'), chatCall('call_0', 'clock', '{"zone":"UTC"}')]
const chunk = (delta: Wire, finish_reason: string | null = null) => ({
  id: 'x',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason }],
})

describe('one answer with two calls of one id', () => {
  const expectTwo = (uses: { id: unknown; name: unknown; input: unknown }[]) => {
    expect(uses.map(({ name, input }) => ({ name, input }))).toEqual([
      { name: 'weather', input: { city: 'Oslo' } },
      { name: 'clock', input: { zone: 'UTC' } },
    ])
    expect(new Set(uses.map(({ id }) => id)).size).toBe(2)
  }
  const ask = { messages: [{ role: 'user' as const, content: 'x' }], model: chatOnly, max_tokens: 100 }

  test('becomes two blocks', async () => {
    gateway.fakes.openai.answerWith(answerJson(toolAnswer(twoCalls)))
    const { content } = await gateway.anthropic().messages.create(ask)
    expectTwo(content.filter((block) => block.type === 'tool_use'))
  })

  test.each([
    ['with an index each', [0, 1]],
    ['with one index', [0, 0]],
    ['without indexes', [undefined, undefined]],
  ])('becomes two blocks of a stream %s', async (_, indexes) => {
    const pieces = twoCalls.flatMap(({ id, function: { name, arguments: args } }, at) => {
      const index = indexes[at]
      return [
        chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
        chunk({ tool_calls: [{ index, function: { arguments: args.slice(0, 5) } }] }),
        chunk({ tool_calls: [{ index, function: { arguments: args.slice(5) } }] }),
      ]
    })
    gateway.fakes.openai.answerWith(answerFrames([...pieces, chunk({}, 'tool_calls')], ['[DONE]']))
    const { content } = await gateway.anthropic().messages.stream(ask).finalMessage()
    expectTwo(content.filter((block) => block.type === 'tool_use'))
  })
})

describe('ids of 86 characters that differ only in the last', () => {
  const [one, two] = ['a', 'b'].map((last) => 'i'.repeat(85) + last) as [string, string]
  const chat = [
    question,
    { role: 'assistant', content: null, tool_calls: [chatCall(one, 'f'), chatCall(two, 'g')] },
    ...[one, two].map((tool_call_id) => ({ role: 'tool', tool_call_id, content: tool_call_id })),
  ]
  const uses = [one, two].map((id) => ({ type: 'tool_use', id, name: 'f', input: {} }))
  const results = [one, two].map((tool_use_id) => ({ type: 'tool_result', tool_use_id, content: tool_use_id }))
  const messages = [question, { role: 'assistant', content: uses }, { role: 'user', content: results }]

  test.each([
    ['openai', chat],
    ['anthropic', messages],
  ] as const)('of %s stay two of at most 64 for Responses', async (client, history) => {
    await gateway.call(client, 'responses-only', { body: { messages: history } })
    const items = listOf(sentTo('openai').input)
    const ids = (kind: string) => items.filter(({ type }) => type === kind).map(({ call_id }) => String(call_id))
    expect(new Set(ids('function_call')).size).toBe(2)
    expect(ids('function_call_output')).toEqual(ids('function_call'))
    for (const id of ids('function_call')) expect(id.length).toBeLessThanOrEqual(64)
  })

  test('of Messages stay two of at most 40 for Chat Completions', async () => {
    await gateway.call('anthropic', chatOnly, { body: { messages } })
    const sent = listOf(sentTo('openai').messages)
    const called = sent.flatMap(({ tool_calls }) => listOf(tool_calls)).map(({ id }) => String(id))
    expect(new Set(called).size).toBe(2)
    expect(sent.filter(({ role }) => role === 'tool').map(({ tool_call_id }) => tool_call_id)).toEqual(called)
    for (const id of called) expect(id.length).toBeLessThanOrEqual(40)
  })
})

/** The name of the first tool of a body. */
const nameIn = ({ tools }: Wire): string => String((listOf(tools)[0]?.function as Wire | undefined)?.name)

test('a name that begins with a digit begins with a letter for Moonshot, and is restored', async () => {
  const name = '21st_magic'
  gateway.fakes.openai.answerWith((exchange) => {
    const sent = nameIn(exchange.request.json())
    return answerJson(toolAnswer([chatCall('c1', sent)]))(exchange)
  })
  const declared = [
    { functionDeclarations: [{ name, parameters: { type: 'OBJECT', properties: { a: { type: 'STRING' } } } }] },
  ]
  const response = await gateway.call('gemini', moonshot, { body: { tools: declared } })
  expect(nameIn(sentTo('openai'))).toMatch(/^[A-Za-z][A-Za-z0-9_-]*$/)
  const { candidates } = (await response.json()) as { candidates: { content: { parts: Wire[] } }[] }
  expect(candidates[0]?.content.parts[0]?.functionCall).toMatchObject({ name })
})
