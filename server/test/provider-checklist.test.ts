import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { answerBytes, answerJson, answerText } from './answers.ts'
import type { Answer, FakeUpstream, UpstreamRequest } from './fake-upstream.ts'
import { answers } from './protocol-fakes.ts'
import { checklist, requestsOfLine } from './provider-table/checklist.ts'
import { startProviderFake } from './provider-table/provider-fake.ts'
import { type Reader, readChatStream, readers } from './provider-table/read-answer.ts'
import { readStreamedCalls } from './provider-table/read-calls.ts'
import { type ReplyName, signedState } from './provider-table/replies.ts'
import { imageAddress, type RequestName, requests } from './provider-table/requests.ts'
import type { MadeKeys } from './provider-table/row.ts'
import { city, picture, text, toolName } from './provider-table/samples.ts'
import { sentBodiesOf } from './provider-table/sent.ts'
import { casesOf, channelOf, labelOf, providerTable, testedProviders } from './provider-table/table.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { awaitRow, newestCharge, newestRow } from './usage-rows.ts'

// The checklist of the adapters, for every channel type, over HTTP. `provider-table.test.ts` holds its columns.

// gpt-4o: ratio 1.25, output × 4. 100 tokens in and 20 out are (100 + 20 × 4) × 1.25.
const charge = 225

const chatRows = providerTable.filter(({ isWithoutChat }) => !isWithoutChat)

test('every line of the checklist names test files that exist', () => {
  for (const [line, { testedIn }] of Object.entries(checklist)) {
    expect(testedIn.length, line).toBeGreaterThan(0)
    for (const file of testedIn) expect(existsSync(join(import.meta.dir, file)), file).toBe(true)
  }
})

test('every type has its answers and its wrong channels, or a reason', () => {
  const reasons = /\w+ \w+.*\.$/
  for (const row of chatRows) {
    expect(row.replies, `answers of ${row.type} ${row.variant ?? ''}`).toBeDefined()
    for (const reply of Object.values(row.replies ?? {})) if (typeof reply === 'string') expect(reply).toMatch(reasons)
  }
  for (const { wrongChannels } of testedProviders)
    if (typeof wrongChannels === 'string') expect(wrongChannels).toMatch(reasons)
})

describe.each(chatRows.map((row) => ({ row, name: `${labelOf(row.type)}${row.variant ? `, ${row.variant}` : ''}` })))(
  'a channel of $name',
  ({ row }) => {
    const { replies } = row
    const bodies = sentBodiesOf(row)
    if (!replies) return
    const reader = readers[row.reader ?? 'anthropic']
    const plain = row.cells.plain as Answer
    const stream = row.cells.stream as (script?: object) => Answer
    let key: string
    beforeAll(async () => {
      const id = await server.addChannel(upstream.url + (row.basePath ?? ''), {
        ...channelOf(row, upstream),
        status_code_mapping: '{"418":"422"}',
      })
      key = `${rootKey}-${id}`
    })

    const ask = (client: Reader, more: object = {}, init: RequestInit = {}): Promise<Response> =>
      server.relay(key, client.path, { model: 'gpt-4o', ...client.question, ...more }, init)

    /** A test of a reply, unless the format does not have it. */
    function testReply(name: ReplyName, promise: string, check: (reply: Answer) => Promise<void>): void {
      const reply = replies?.[name]
      if (reply !== undefined && typeof reply !== 'string') test(promise, () => check(reply))
    }

    async function checkRequest(name: RequestName): Promise<void> {
      answer = plain
      calls.length = 0
      const body = JSON.stringify({ model: 'gpt-4o', ...requests[name] }).replace(imageAddress, hostedAddress())
      const response = await server.relay(key, '/v1/chat/completions', body)
      const read = await response.text()
      const expected = bodies[name]
      if ('refused' in expected) {
        expect([response.status, read]).toEqual([400, expect.stringContaining(expected.refused)])
        expect(calls).toEqual([])
        return
      }
      expect(response.status, read).toBe(200)
      const sent = JSON.parse((calls.at(-1)?.body ?? '').replace(hostedAddress(), imageAddress))
      for (const field of ['model', 'safetySettings', 'anthropic_version']) delete sent[field]
      const { model: _, ...without } = expected.body
      expect(sent).toEqual(without)
      expect(response.headers.get('x-sluice-dropped')).toBe(expected.dropped ?? null)
    }

    for (const [line, names] of Object.entries(requestsOfLine))
      test.each([...names])(`line ${line}: gets %s in its own format`, checkRequest)

    test('line 1: stops when its client disconnects, and charges the delivered part', async () => {
      answer = stream({ stopAfter: { frames: replies.framesToText, how: 'hang' } })
      calls.length = 0
      const leaving = new AbortController()
      const response = await ask(readers.openai, { stream: true }, { signal: leaving.signal })
      const body = response.body?.getReader()
      let read = ''
      while (readChatStream(read).text === '') read += new TextDecoder().decode((await body?.read())?.value)
      const requestId = response.headers.get('x-oneapi-request-id')
      leaving.abort()
      await calls.at(-1)?.left
      const charged = await awaitRow(server, ({ request_id }) => request_id === requestId)
      expect(charged).toMatchObject({ type: 2, is_stream: true })
      expect(charged.quota).toBeGreaterThan(0)
      expect(charged.quota).toBeLessThan(charge)
    })

    testReply('twoCalls', 'line 3: makes two calls, with an id each, and empty arguments', async (reply) => {
      answer = reply
      const response = await ask(reader, reader.withTool)
      const body = await response.text()
      expect(response.status, body).toBe(200)
      const { tools } = reader.read(recordOf(JSON.parse(body)))
      expect(tools).toEqual([
        [toolName, city],
        [toolName, {}],
      ])
      const ids = [
        ...body.matchAll(
          /"id":"((?:call|toolu|chatcmpl-tool)[^"]*|[^"]+)","(?:name|type)":"(?:get_weather|function)"/g,
        ),
      ]
      if (row.reader !== 'gemini') expect(new Set(ids.map(([, id]) => id)).size, body).toBe(2)
    })

    testReply('streamedCalls', 'line 3: streams two calls, whose fragments may alternate', async (reply) => {
      answer = reply
      const response = await ask(
        { ...reader, path: reader.path.replace(':generateContent', ':streamGenerateContent?alt=sse') },
        { ...reader.withTool, ...(row.reader !== 'gemini' && { stream: true }) },
      )
      expect(readStreamedCalls(await response.text())).toEqual([
        [toolName, city],
        [toolName, {}],
      ])
    })

    test('line 3: gets the error of a tool', async () => {
      // Many hosts have a Messages API too.
      answer = (exchange) =>
        (exchange.request.path.includes('/messages') ? answerJson(answers.anthropic) : plain)(exchange)
      calls.length = 0
      const { question, withTool } = readers.anthropic
      const response = await server.relay(key, '/v1/messages', {
        model: 'gpt-4o',
        ...question,
        ...withTool,
        messages: [
          { role: 'user', content: 'Hi' },
          { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: toolName, input: city }] },
          {
            role: 'user',
            content: [{ type: 'tool_result', tool_use_id: 'toolu_1', is_error: true, content: 'no such city' }],
          },
        ],
      })
      expect(response.status, await response.text()).toBe(200)
      expect(calls.at(-1)?.body).toMatch(
        /"is_error":true|"status":"error"|Error:\s*(\\n)*no such city|"error":"no such city"|"Error:"/,
      )
    })

    const thinkingOff = row.changes?.effortNone
    if (thinkingOff && 'set' in thinkingOff)
      test('line 7: does not think if a Gemini client disables thinking', async () => {
        answer = plain
        calls.length = 0
        const generationConfig = { thinkingConfig: { thinkingBudget: 0 } }
        expect((await ask(readers.gemini, { generationConfig })).status).toBe(200)
        expect(calls.at(-1)?.json()).toMatchObject(thinkingOff.set ?? {})
        expect(calls.at(-1)?.json()).not.toHaveProperty('reasoning_effort')
      })

    testReply('signed', 'line 7: gets the signature of its thoughts back', async (reply) => {
      // Gemini's signatures have a documented place in OpenAI's format alone.
      const client = reader === readers.anthropic ? readers.openai : reader
      answer = reply
      const made = recordOf(await (await ask(client, client.withTool)).json())
      answer = plain
      calls.length = 0
      const { status } = await ask(client, { ...client.withTool, ...buildNextTurn(client, made) })
      expect(status).toBe(200)
      expect(calls.at(-1)?.body).toContain(signedState)
    })

    testReply('noUsage', 'line 8: is charged by the tokens counted here if it reports none', async (reply) => {
      answer = reply
      expect((await ask(readers.openai)).status).toBe(200)
      const charged = await newestCharge(server)
      expect(charged.detail.usage_estimated).toBe(true)
      expect(charged.completion_tokens).toBeGreaterThan(2)
      expect(charged.quota).toBeGreaterThan(0)
    })

    testReply('firstError', 'line 9: an error at the beginning of a stream costs nothing', async (reply) => {
      answer = reply
      const response = await ask(readers.openai, { stream: true })
      const body = await response.text()
      expect(response.status, body).toBeGreaterThanOrEqual(400)
      expect(textOf(recordOf(recordOf(JSON.parse(body)).error).message)).toContain('too odd')
      expect(await newestRow(server)).toMatchObject({ type: 5, quota: 0 })
    })

    testReply('midError', 'line 9: an error after some text ends the stream, charged as delivered', async (reply) => {
      answer = reply
      const read = readChatStream(await (await ask(readers.openai, { stream: true })).text())
      expect(read).toMatchObject({ isWhole: false, hasError: true })
      expect(read.text).toContain('The')
      const charged = await newestCharge(server)
      expect(charged.quota).toBeGreaterThan(0)
      expect(charged.quota).toBeLessThan(charge)
    })

    test('line 9: maps its statuses, and passes the time to retry on', async () => {
      const failing = (status: number) =>
        answerJson({ error: { message: 'no', type: 'server_error' } }, { status, headers: { 'retry-after': '7' } })
      answer = failing(418)
      expect((await ask(readers.openai)).status).toBe(422)
      answer = failing(429)
      const limited = await ask(readers.openai)
      expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7'])
      expect(await newestRow(server)).toMatchObject({ type: 5, quota: 0 })
    })

    test('line 9: shows no part of its key', async () => {
      const sent = `${row.keyOf?.(upstream) ?? row.channel?.key ?? 'sk-upstream'}`
      // Names of accounts and regions are no secrets.
      const secrets = [sent, ...sent.split('|').filter(({ length }) => length >= 16)]
      if (`${row.path} ${row.signed}`.includes('ya29')) secrets.push('ya29.token')
      const message = `the key ${secrets.join(' and ')} is used up`
      answer = answerJson(
        { error: { message: message, type: 'invalid_request_error' }, message: message },
        { status: 400 },
      )
      for (const client of [readers.openai, reader]) {
        const body = await (await ask(client)).text()
        for (const secret of secrets) expect(body).not.toContain(JSON.stringify(secret).slice(1, -1))
      }
    })

    const { id, ownError } = casesOf(row.type)
    test.each<[string, Answer]>([
      ...Object.entries(badAnswers),
      ...(ownError ? [['its own error under status 200', ownError] as [string, Answer]] : []),
    ])('line 9: %s is an error, and costs nothing', async (_what, given) => {
      answer = given
      for (const streamed of [false, true]) {
        const response = await ask(readers.openai, { stream: streamed })
        const read = await response.text()
        expect(response.status, read).toBeGreaterThanOrEqual(400)
        expect(JSON.parse(read)).toMatchObject({ error: { message: expect.any(String) } })
        expect(read).not.toMatch(/<html|10\.1\.2\.3/)
        const failed = await newestRow(server)
        expect(failed).toMatchObject({ type: 5, quota: 0 })
        expect(failed.content).not.toBe('')
      }
    })

    test('line 14: answers a Gemini client with its key in the query and fields in snake case', async () => {
      answer = plain
      const body = {
        system_instruction: { parts: [{ text: 'Be brief.' }] },
        contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
        generation_config: { max_output_tokens: 50 },
      }
      calls.length = 0
      const response = await callGemini(`gpt-4o:generateContent?key=${key}`, body)
      const answered = recordOf(await response.json())
      expect(readers.gemini.read(answered).text, JSON.stringify(answered)).toBe(text)
      const sent = calls.at(-1)
      expect(sent?.path).not.toContain(rootKey)
      if (id !== 'aiproxy-library') expect(sent?.body).toContain('Be brief.')
    })

    test('line 14: streams an array to a Gemini client that does not request events', async () => {
      answer = stream()
      const body = { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] }
      const response = await callGemini(`gpt-4o:streamGenerateContent?key=${key}`, body)
      const elements = recordsOf(await response.json())
      expect(elements.map((element) => readers.gemini.read(element).text).join('')).toBe(text)
    })

    test('line 14: counts the tokens of a Gemini client, free of charge', async () => {
      answer = answerJson({ totalTokens: 7, input_tokens: 7, inputTokens: 7 })
      const charged = await newestRow(server)
      const body = { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] }
      const response = await callGemini(`gpt-4o:countTokens?key=${key}`, body)
      expect(Number(recordOf(await response.json()).totalTokens)).toBeGreaterThan(0)
      expect((await newestRow(server)).id).toBe(charged.id)
    })
  },
)

describe.each(testedProviders.map(({ type, rows: [right], wrongChannels }) => ({ type, right, wrong: wrongChannels })))(
  'line 10: a channel of type $type',
  ({ type, right, wrong }) => {
    if (typeof wrong === 'string') return
    test.each(wrong.map((wrongChannel) => [JSON.stringify(wrongChannel.channel), wrongChannel] as const))(
      'is not saved with %s',
      async (_what, { channel, field }) => {
        const { body } = await server.api('root').request('POST', '/api/channel/', {
          name: 'wrong',
          type,
          models: 'gpt-4o',
          groups: ['default'],
          key: 'sk-upstream',
          base_url: upstream.url,
          ...right?.channel,
          ...channel,
        })
        expect(body.success, JSON.stringify(body)).toBe(false)
        expect(Object.keys(recordOf(recordOf(body).fields))).toEqual([field])
      },
    )
  },
)

/** The next turn of a conversation whose last answer is `made`. */
function buildNextTurn(client: Reader, made: Record<string, unknown>): object {
  const again = { role: 'user', content: 'And then?' }
  if (client === readers.gemini) {
    const turn = recordOf(recordsOf(made.candidates)[0]?.content)
    return {
      contents: [...recordsOf(client.question.contents), turn, { role: 'user', parts: [{ text: 'Go on' }] }],
    }
  }
  const earlier = recordsOf(client.question.messages)
  if (client === readers.anthropic)
    return { messages: [...earlier, { role: 'assistant', content: made.content }, again] }
  return { messages: [...earlier, recordOf(recordsOf(made.choices)[0]?.message), again] }
}

const badAnswers: Record<string, Answer> = {
  'an error page under status 502': answerText('<html>nginx at 10.1.2.3</html>', {
    status: 502,
    headers: { 'content-type': 'text/html' },
  }),
  'an error page under status 200': answerText('<html><h1>502 Bad Gateway</h1>nginx at 10.1.2.3</html>', {
    headers: { 'content-type': 'text/html' },
  }),
  'an empty body': answerText('', { headers: { 'content-type': 'application/json' } }),
  'JSON that is no answer': answerJson({ hello: 'world' }),
  'an error under status 200': answerJson({
    error: { message: 'The input is too long', type: 'invalid_request_error', code: null },
  }),
  'a model that it does not know': answerJson(
    {
      error: { message: 'The model does not exist', type: 'invalid_request_error', code: 'model_not_found' },
    },
    { status: 404 },
  ),
}

let server: TestServer
let upstream: FakeUpstream & MadeKeys
let rootKey: string
/** Calls of the models, without the exchange of keys and uploads. */
const calls: UpstreamRequest[] = []
let answer: Answer = answerText('')
/** Where the fake hosts the image of a request. */
const hostedAddress = (): string => `${upstream.url}/a.png`
const hostedImage = answerBytes(Buffer.from(picture, 'base64'), { 'content-type': 'image/png' })
/** A call of a client of Gemini's format, which has its key in the query. */
const callGemini = (path: string, body: object): Promise<Response> =>
  fetch(`${server.url}/v1beta/models/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

beforeAll(async () => {
  upstream = await startProviderFake((exchange) => {
    if (exchange.request.path === '/a.png') return hostedImage(exchange)
    calls.push(exchange.request)
    return answer(exchange)
  })
  server = await startTestServer('SQLite', { OUTBOUND_ALLOW: new URL(upstream.url).host })
  rootKey = await server.makeToken('root')
})
afterAll(async () => {
  await server?.stop()
  await upstream?.close()
})
