import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type JsonRecord, recordOf, recordsOf } from '@sluice/contract/read-json'
import OpenAI from 'openai'
import { providers } from '../src/providers/index.ts'
import { answerJson, answerText } from './answers.ts'
import type { Answer, FakeUpstream, UpstreamRequest } from './fake-upstream.ts'
import { type BodyOperation, isRun, kindsOf, type RunCell, streamedCompletion } from './provider-table/calls.ts'
import { startProviderFake } from './provider-table/provider-fake.ts'
import { text } from './provider-table/samples.ts'
import { casesOf, labelOf, testedProviders } from './provider-table/table.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { newestRow } from './usage-rows.ts'

// Every kind of call besides chat, of every channel type, over HTTP.

test('the table has every kind of call of every type, and no other', () => {
  for (const provider of providers) {
    const kinds = kindsOf(provider).filter((kind) => kind !== 'chat')
    expect(Object.keys(casesOf(provider.type).calls ?? {}).toSorted(), provider.id).toEqual(kinds.toSorted())
  }
})

test('the files that the table names exist', () => {
  for (const cell of testedProviders.flatMap(({ calls = {} }) => Object.values(calls)))
    if (cell && !isRun(cell)) expect(existsSync(join(import.meta.dir, cell.testedIn)), cell.testedIn).toBe(true)
})

const buildForm = (fields: Record<string, string | Blob>): FormData => {
  const made = new FormData()
  for (const [name, value] of Object.entries(fields)) made.append(name, value)
  return made
}
const buildFile = (name: string, type: string) => new File(['bytes'], name, { type })

interface ClientCall {
  path: string
  body: JsonRecord | ((model: string) => FormData)
  check(response: Response, cell: Pick<RunCell, 'vectors'>): Promise<void>
}

const checkBody =
  (read: (body: JsonRecord) => unknown, expected: unknown): ClientCall['check'] =>
  async (response) =>
    expect(read(recordOf(await response.json()))).toEqual(expected)
const halfAndOne = [0.5, 1]
const hasImage = async (response: Response) => expect(recordsOf(recordOf(await response.json()).data)).toHaveLength(1)
const hasText = checkBody((body) => body.text, 'hello')

/** The calls of a client of OpenAI's format, and the check of their answers. */
const clientCalls: Record<BodyOperation, ClientCall> = {
  completions: {
    path: '/v1/completions',
    body: { prompt: 'Where?' },
    check: checkBody(({ choices }) => recordsOf(choices).map((choice) => choice.text), [text]),
  },
  embeddings: {
    path: '/v1/embeddings',
    body: { input: ['a', 'b'] },
    async check(response, { vectors = [halfAndOne, halfAndOne] }) {
      const { data } = recordOf(await response.json())
      expect<unknown>(recordsOf(data).map(({ index, embedding }) => [index, embedding])).toEqual(
        vectors.map((vector, index) => [index, vector]),
      )
    },
  },
  moderations: {
    path: '/v1/moderations',
    body: { input: 'a' },
    check: checkBody(({ results }) => recordsOf(results).length, 1),
  },
  rerank: {
    path: '/v1/rerank',
    body: { query: 'q', documents: ['a', 'b'] },
    check: checkBody(
      ({ results }) => recordsOf(results).map(({ index, relevance_score }) => [index, relevance_score]),
      [[1, 0.9]],
    ),
  },
  image_generations: { path: '/v1/images/generations', body: { prompt: 'a gate' }, check: hasImage },
  image_edits: {
    path: '/v1/images/edits',
    body: (model) => buildForm({ model, prompt: 'a gate', image: buildFile('a.png', 'image/png') }),
    check: hasImage,
  },
  image_variations: {
    path: '/v1/images/variations',
    body: (model) => buildForm({ model, image: buildFile('a.png', 'image/png') }),
    check: hasImage,
  },
  speech: {
    path: '/v1/audio/speech',
    body: { input: 'hello', voice: 'alloy' },
    check: async (response) => expect(await response.text()).toBe('a sound'),
  },
  transcriptions: {
    path: '/v1/audio/transcriptions',
    body: (model) => buildForm({ model, file: buildFile('a.mp3', 'audio/mpeg') }),
    check: hasText,
  },
  translations: {
    path: '/v1/audio/translations',
    body: (model) => buildForm({ model, file: buildFile('a.mp3', 'audio/mpeg') }),
    check: hasText,
  },
}

describe.each(testedProviders.map(({ type, rows: [row], calls: cells = {} }) => ({ type, row, cells })))(
  'a channel of type $type',
  ({ type, row, cells }) => {
    let id: number
    let key: string
    const runs = Object.entries(cells).flatMap(([kind, cell]) =>
      isRun(cell) ? [{ operation: kind as BodyOperation, cell }] : [],
    )
    beforeAll(async () => {
      if (runs.length === 0) return
      id = await server.addChannel(fake.url + (row?.basePath ?? ''), {
        type,
        models: runs.map(({ operation }) => nameOf(operation)).join(','),
        model_mapping: JSON.stringify(
          Object.fromEntries(runs.map(({ operation, cell }) => [nameOf(operation), cell.model])),
        ),
        ...row?.channel,
        ...(row?.keyOf && { key: row.keyOf(fake) }),
      })
      key = `${rootKey}-${id}`
    })

    async function send(operation: BodyOperation): Promise<Response> {
      const { path, body } = clientCalls[operation]
      const model = nameOf(operation)
      if (typeof body !== 'function') return server.relay(key, path, { model, ...body })
      const headers = { authorization: `Bearer ${key}` }
      return fetch(server.url + path, { method: 'POST', headers, body: body(model) })
    }

    for (const { operation, cell } of runs)
      test(`answers ${operation.replaceAll('_', ' ')} of ${labelOf(type)}`, async () => {
        answer = cell.answer
        calls.length = 0
        const response = await send(operation)
        expect(response.status, response.ok ? '' : await response.text()).toBe(200)
        await clientCalls[operation].check(response, cell)
        const [call] = calls
        expect(call?.path).toBe(cell.path)
        const { signed = ['authorization', 'Bearer sk-upstream'] } = row ?? {}
        if (signed) expect(call?.headers[signed[0]]).toMatch(signed[1])
        if (cell.sent) expect(call?.json()).toMatchObject(cell.sent)
        const charged = await newestRow(server)
        expect(charged).toMatchObject({ type: 2, model_name: nameOf(operation) })
        if (cell.tokens !== undefined) {
          expect(charged.prompt_tokens).toBe(cell.tokens)
          expect(charged.detail.usage_estimated).toBeUndefined()
        }
      })

    // Resellers all answer in the same way.
    if (!resellers.includes(type))
      for (const { operation } of runs)
        test.each(Object.entries(badAnswers))(
          `reports %s as an error, for ${operation.replaceAll('_', ' ')} of ${labelOf(type)}`,
          async (_what, given) => {
            answer = given
            const response = await send(operation)
            const read = await response.text()
            expect(response.status, read).toBeGreaterThanOrEqual(400)
            expect(JSON.parse(read)).toMatchObject({ error: { message: expect.any(String) } })
            expect(read).not.toMatch(/<html|10\.1\.2\.3/)
            expect(await newestRow(server)).toMatchObject({ type: 5, quota: 0 })
          },
        )

    for (const { operation, cell } of runs.filter((run) => run.operation === 'embeddings'))
      test(`embeds texts of a Gemini client by ${labelOf(type)}`, async () => {
        answer = cell.answer
        const model = nameOf(operation)
        const texts = ['a', 'b'].map((input) => ({
          model: `models/${model}`,
          content: { parts: [{ text: input }] },
        }))
        const path = `/v1beta/models/${model}:batchEmbedContents`
        const response = await server.relay(key, path, { requests: texts })
        const { embeddings } = recordOf(await response.json())
        const { vectors = [halfAndOne, halfAndOne] } = cell
        expect<unknown>(recordsOf(embeddings).map(({ values }) => values)).toEqual(vectors)
        expect(await newestRow(server)).toMatchObject({ type: 2, model_name: model })
      })

    for (const { operation, cell } of runs.filter((run) => run.operation === 'completions'))
      test(`streams completions of ${labelOf(type)}`, async () => {
        answer = cell.stream ?? streamedCompletion
        calls.length = 0
        const model = nameOf(operation)
        const client = new OpenAI({ apiKey: key, baseURL: `${server.url}/v1`, maxRetries: 0 })
        let read = ''
        for await (const chunk of await client.completions.create({ model, prompt: 'Where?', stream: true })) {
          expect(chunk.object).toBe('text_completion')
          read += chunk.choices[0]?.text ?? ''
        }
        expect(read).toBe(text)
        expect(calls[0]?.path).toBe(cell.path)
        expect(calls[0]?.json()).toMatchObject({ ...cell.sent, stream: true })
        const charged = await newestRow(server)
        expect(charged).toMatchObject({ type: 2, model_name: model, prompt_tokens: 100, completion_tokens: 20 })
      })
  },
)

const resellers = [6, 7, 9, 10, 13]
/** Answers that are a failure in any kind of call. */
const badAnswers: Record<string, Answer> = {
  'an error page under status 502': answerText('<html>nginx at 10.1.2.3</html>', {
    status: 502,
    headers: { 'content-type': 'text/html' },
  }),
  'a page under status 200': answerText('<html>nginx at 10.1.2.3</html>', {
    headers: { 'content-type': 'text/html' },
  }),
  'an empty body': answerText('', { headers: { 'content-type': 'application/json' } }),
  'an error under status 200': answerJson({
    error: { message: 'The input is too long', type: 'invalid_request_error', code: null },
  }),
}

const nameOf = (operation: BodyOperation): string => `my-${operation}`

let server: TestServer
let fake: FakeUpstream & { serviceAccount: string }
let rootKey: string
const calls: UpstreamRequest[] = []
let answer: Answer = answerText('')

beforeAll(async () => {
  fake = await startProviderFake((exchange) => {
    calls.push(exchange.request)
    return answer(exchange)
  })
  server = await startTestServer()
  const prices = Object.fromEntries(
    (Object.keys(clientCalls) as BodyOperation[]).map((operation) => [nameOf(operation), 1]),
  )
  await server.api('root').put('/api/option/', { key: 'ModelRatio', value: JSON.stringify(prices) })
  rootKey = await server.makeToken('root')
})
afterAll(async () => {
  await server?.stop()
  await fake?.close()
})
