import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { channelTypes } from '@sluice/contract/channel-types'
import { type JsonRecord, recordOf, recordsOf } from '@sluice/contract/read-json'
import { providers } from '../src/providers/index.ts'
import { answerText } from './answers.ts'
import type { Answer, FakeUpstream, UpstreamRequest } from './fake-upstream.ts'
import { type BodyOperation, callCells, isRun, kindsOf } from './provider-table/call-cells.ts'
import { startProviderFake } from './provider-table/provider-fake.ts'
import { text } from './provider-table/row.ts'
import { providerTable } from './provider-table/table.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { newestRow } from './usage-rows.ts'

// Every kind of call besides chat, of every channel type, over HTTP.

const labelOf = (type: number): string => channelTypes.find(({ id }) => id === type)?.label ?? ''

test('the table has every kind of call of every type, and no other', () => {
  for (const provider of providers) {
    const kinds = kindsOf(provider).filter((kind) => kind !== 'chat')
    expect(Object.keys(callCells[provider.type] ?? {}).toSorted(), provider.id).toEqual(kinds.toSorted())
  }
})

test('the files that it names are there', () => {
  for (const cell of Object.values(callCells).flatMap((cells) => Object.values(cells)))
    if (cell && !isRun(cell))
      expect(existsSync(join(import.meta.dir, cell.testedIn)), cell.testedIn).toBe(true)
})

const form = (fields: Record<string, string | Blob>): FormData => {
  const made = new FormData()
  for (const [name, value] of Object.entries(fields)) made.append(name, value)
  return made
}
const file = (name: string, type: string) => new File(['bytes'], name, { type })

interface Asked {
  path: string
  body: JsonRecord | ((model: string) => FormData)
  check(response: Response): Promise<void>
}

const answered =
  (read: (body: JsonRecord) => unknown, expected: unknown): Asked['check'] =>
  async (response) =>
    expect(read(recordOf(await response.json()))).toEqual(expected)
const hasImage = async (response: Response) =>
  expect(recordsOf(recordOf(await response.json()).data)).toHaveLength(1)
const hasText = answered((body) => body.text, 'hello')

/** What a client of OpenAI's format asks, and what it must get. */
const asked: Record<BodyOperation, Asked> = {
  completions: {
    path: '/v1/completions',
    body: { prompt: 'Where?' },
    check: answered(({ choices }) => recordsOf(choices).map((choice) => choice.text), [text]),
  },
  embeddings: {
    path: '/v1/embeddings',
    body: { input: ['a', 'b'] },
    check: answered(
      ({ data }) => recordsOf(data).map(({ index, embedding }) => [index, embedding]),
      [
        [0, [0.5, 1]],
        [1, [0.5, 1]],
      ],
    ),
  },
  moderations: {
    path: '/v1/moderations',
    body: { input: 'a' },
    check: answered(({ results }) => recordsOf(results).length, 1),
  },
  rerank: {
    path: '/v1/rerank',
    body: { query: 'q', documents: ['a', 'b'] },
    check: answered(
      ({ results }) => recordsOf(results).map(({ index, relevance_score }) => [index, relevance_score]),
      [[1, 0.9]],
    ),
  },
  image_generations: { path: '/v1/images/generations', body: { prompt: 'a gate' }, check: hasImage },
  image_edits: {
    path: '/v1/images/edits',
    body: (model) => form({ model, prompt: 'a gate', image: file('a.png', 'image/png') }),
    check: hasImage,
  },
  image_variations: {
    path: '/v1/images/variations',
    body: (model) => form({ model, image: file('a.png', 'image/png') }),
    check: hasImage,
  },
  speech: {
    path: '/v1/audio/speech',
    body: { input: 'hello', voice: 'alloy' },
    check: async (response) => expect(await response.text()).toBe('a sound'),
  },
  transcriptions: {
    path: '/v1/audio/transcriptions',
    body: (model) => form({ model, file: file('a.mp3', 'audio/mpeg') }),
    check: hasText,
  },
  translations: {
    path: '/v1/audio/translations',
    body: (model) => form({ model, file: file('a.mp3', 'audio/mpeg') }),
    check: hasText,
  },
}

describe.each(
  providerTable.filter((row, index) => providerTable.findIndex(({ type }) => type === row.type) === index),
)('a channel of type $type', (row) => {
  let id: number
  let key: string
  const runs = Object.entries(callCells[row.type] ?? {}).flatMap(([kind, cell]) =>
    isRun(cell) ? [{ operation: kind as BodyOperation, cell }] : [],
  )
  beforeAll(async () => {
    if (runs.length === 0) return
    id = await server.addChannel(fake.url + (row.basePath ?? ''), {
      ...{ type: row.type, models: runs.map(({ operation }) => nameOf(operation)).join(',') },
      model_mapping: JSON.stringify(
        Object.fromEntries(runs.map(({ operation, cell }) => [nameOf(operation), cell.model])),
      ),
      ...row.channel,
      ...(row.keyOf && { key: row.keyOf(fake) }),
    })
    key = `${rootKey}-${id}`
  })

  for (const { operation, cell } of runs)
    test(`answers ${operation.replaceAll('_', ' ')} of ${labelOf(row.type)}`, async () => {
      answer = cell.answer
      calls.length = 0
      const { path, body, check } = asked[operation]
      const model = nameOf(operation)
      const response =
        typeof body === 'function'
          ? await fetch(server.url + path, {
              ...{ method: 'POST', headers: { authorization: `Bearer ${key}` }, body: body(model) },
            })
          : await server.relay(key, path, { model, ...body })
      expect(response.status, response.ok ? '' : await response.text()).toBe(200)
      await check(response)
      const [call] = calls
      expect(call?.path).toBe(cell.path)
      const { signed = ['authorization', 'Bearer sk-upstream'] } = row
      if (signed) expect(call?.headers[signed[0]]).toMatch(signed[1])
      if (cell.sent) expect(call?.json()).toMatchObject(cell.sent)
      const charged = await newestRow(server)
      expect(charged).toMatchObject({ type: 2, model_name: model })
      if (cell.tokens !== undefined) {
        expect(charged.prompt_tokens).toBe(cell.tokens)
        expect(charged.detail.usage_estimated).toBeUndefined()
      }
    })
})

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
  const prices = Object.fromEntries((Object.keys(asked) as BodyOperation[]).map((one) => [nameOf(one), 1]))
  await server.api('root').put('/api/option/', { key: 'ModelRatio', value: JSON.stringify(prices) })
  rootKey = await server.makeToken('root')
})
afterAll(async () => {
  await server?.stop()
  await fake?.close()
})
