import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { channelTypes } from '@sluice/contract/channel-types'
import { recordOf, textOf } from '@sluice/contract/read-json'
import { providerOf } from '../src/providers/index.ts'
import { answerText } from './answers.ts'
import type { Answer, FakeUpstream, UpstreamRequest } from './fake-upstream.ts'
import { startProviderFake } from './provider-table/provider-fake.ts'
import { type Reader, readChatStream, readers } from './provider-table/read-answer.ts'
import type { CellName, Cells, MadeKeys } from './provider-table/row.ts'
import { city, text, thought, toolName } from './provider-table/samples.ts'
import { channelOf, labelOf, providerTable, testedProviders } from './provider-table/table.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { newestCharge, newestRow } from './usage-rows.ts'

// Every channel type over HTTP, against a fake that answers as the provider's documentation describes.

// gpt-4o: ratio 1.25, output × 4. 100 tokens in and 20 out are (100 + 20 × 4) × 1.25.
const charge = 225
const tokens = { prompt_tokens: 100, completion_tokens: 20 }

test('the table has every type, and a reason for each cell without an answer', () => {
  const listed = new Set(providerTable.map(({ type }) => type))
  expect(channelTypes.map(({ id }) => id).filter((id) => !listed.has(id))).toEqual([])
  expect(readdirSync(join(import.meta.dir, 'provider-table/cases')).toSorted()).toEqual(
    testedProviders.map(({ id }) => `${id}.ts`).toSorted(),
  )
  for (const { type, cells } of providerTable)
    for (const [name, cell] of Object.entries(cells))
      if (typeof cell === 'string') expect(cell, `${type} ${name}`).toMatch(/\w+ \w+.*\.$/)
})

/** The rows of OpenAI's format at a host with a default address. */
const rowsAtDefault = providerTable.flatMap((row) => {
  const provider = providerOf(row.type)
  if (provider?.format !== 'openai' || provider.baseUrl === null || row.isWithoutChat || row.sent) return []
  return [{ row, provider, id: provider.id, url: provider.baseUrl + row.path }]
})

test.each(rowsAtDefault)('a channel of $id without an address is called at $url', ({ row, provider, url }) => {
  const called = provider.urlOf({
    operation: 'chat',
    path: '/v1/chat/completions',
    isStream: false,
    settings: { claudeHeaders: {}, geminiVersions: {} },
    upstreamModel: row.model,
    channel: { baseUrl: null, organization: null, other: row.channel?.other ?? '' },
    key: 'sk-upstream',
  })
  expect(called).toBe(url)
})

describe.each(
  providerTable.map((row) => ({ row, name: `${labelOf(row.type)}${row.variant ? `, ${row.variant}` : ''}` })),
)('a channel of $name', ({ row }) => {
  const { cells } = row
  const reader = readers[row.reader ?? 'anthropic']
  let id: number
  let key: string
  beforeAll(async () => {
    id = await server.addChannel(upstream.url + (row.basePath ?? ''), channelOf(row, upstream))
    key = `${rootKey}-${id}`
  })

  /** A test of a cell, unless the provider does not offer it. */
  function testCell<Name extends CellName>(
    name: Name,
    promise: string,
    check: (cell: Cells[Name]) => Promise<void>,
  ): void {
    const cell = cells[name]
    if (typeof cell !== 'string') test(promise, () => check(cell as Cells[Name]))
  }

  const ask = (client: Reader, more: object = {}): Promise<Response> =>
    server.relay(key, client.path, { model: 'gpt-4o', ...client.question, ...more })

  /** The answer of the upstream as a client reads it, and the request that it got. */
  async function readBy(client: Reader, answered: Answer, more: object = {}) {
    answer = answered
    calls.length = 0
    const response = await ask(client, more)
    const body = await response.text()
    expect(response.status, body).toBe(200)
    const call = calls.at(-1)
    if (!call) throw new Error('the upstream got no call')
    return { read: client.read(recordOf(JSON.parse(body))), call }
  }

  function checkCall(call: UpstreamRequest | undefined, path: string): void {
    expect(call?.path).toBe(path)
    const { signed = ['authorization', 'Bearer sk-upstream'] } = row
    if (signed) expect(call?.headers[signed[0]]).toMatch(signed[1])
    expect(call?.json()).toMatchObject(row.sentBody ?? {})
  }

  async function checkCharge(): Promise<void> {
    const charged = await newestRow(server)
    if (row.counts === undefined) return expect(charged).toMatchObject({ quota: charge, ...tokens })
    expect(charged.completion_tokens).toBeGreaterThan(2)
    if (row.counts === 'here') expect(charged.detail.usage_estimated).toBe(true)
    else expect(charged.prompt_tokens + charged.completion_tokens).toBe(120)
  }

  if (!row.isWithoutChat) {
    testCell('plain', 'answers a plain call, charged by its usage, and passes its test', async (cell) => {
      const { read, call } = await readBy(readers.openai, cell)
      checkCall(call, row.path)
      expect(read).toEqual({ text, thought: '', tools: [] })
      await checkCharge()
      expect((await readBy(reader, cell)).read.text).toBe(text)
      await checkCharge()
      // Rejects if the test fails.
      await server.api('root').get(`/api/channel/test/${id}`)
    })

    testCell('stream', 'streams, charged by its usage, at any chunk borders and line ends', async (stream) => {
      const scripts = [{}, { bytesPerWrite: 7 }, { bytesPerWrite: 1, newline: '\r\n', comment: 'wait' }]
      for (const script of scripts) {
        answer = stream(script)
        const response = await ask(readers.openai, { stream: true })
        expect(readChatStream(await response.text())).toEqual({ text, isWhole: true, hasError: false })
        checkCall(calls.at(-1), row.streamPath ?? row.path)
        await checkCharge()
      }
    })

    testCell('tools', 'calls a function for clients of two formats', async (cell) => {
      for (const client of [readers.openai, reader]) {
        const { read, call } = await readBy(client, cell, client.withTool)
        expect(read.tools).toEqual([[toolName, city]])
        expect(call.body).toContain(toolName)
      }
    })

    testCell('image', 'gets an image from clients of two formats', async (sent) => {
      if (typeof cells.plain === 'string') throw new Error('an image needs an answer')
      for (const client of [readers.openai, reader]) {
        const { call } = await readBy(client, cells.plain, client.withImage)
        expect(call.json()).toMatchObject(sent)
      }
    })

    testCell('reasoning', 'shows its thoughts to a client of another format', async (cell) => {
      const { read } = await readBy(reader, cell, thinkingOf[row.reader ?? 'anthropic'])
      expect([read.thought.trim(), read.text]).toEqual([thought, text])
    })

    testCell('usage', 'reports the parts of its usage', async (cell) => {
      await readBy(reader, cell.answer)
      const { detail, ...charged } = await newestRow(server)
      expect(charged).toMatchObject({ prompt_tokens: cell.input, completion_tokens: cell.output })
      expect(detail.cache_tokens ?? 0).toBe(cell.cacheRead ?? 0)
      expect(detail.cache_creation_tokens ?? 0).toBe(cell.cacheWrite ?? 0)
      expect(detail.reasoning_tokens ?? 0).toBe(cell.reasoning ?? 0)
    })

    testCell('error', 'reports an error about the request to the caller, and costs nothing', async (cell) => {
      answer = cell.answer
      for (const more of [{}, { stream: true }]) {
        const response = await ask(readers.openai, more)
        const body = await response.text()
        expect(response.status, body).toBe(cell.status)
        expect(textOf(recordOf(recordOf(JSON.parse(body)).error).message)).toContain(cell.says)
        expect(await newestRow(server)).toMatchObject({ type: 5, quota: 0 })
      }
    })

    testCell('cut', 'ends a cut stream with an error, and charges the delivered part', async (cell) => {
      answer = cell
      const read = readChatStream(await (await ask(readers.openai, { stream: true })).text())
      expect(read).toMatchObject({ isWhole: false, hasError: true })
      const charged = await newestCharge(server)
      expect(charged.quota).toBeGreaterThan(0)
      expect(charged.quota).toBeLessThan(charge)
    })

    testCell('refusedKey', 'hides from the caller that its key or account is refused', async (refusals) => {
      for (const refusal of refusals) {
        answer = refusal
        const response = await ask(readers.openai)
        const body = await response.text()
        expect(response.status, body).toBe(502)
        expect(JSON.parse(body)).toMatchObject({ error: { code: 'upstream_auth_failed' } })
        expect(await newestRow(server)).toMatchObject({ type: 5, quota: 0 })
      }
    })
  }

  testCell('list', 'lists its models', async ({ path, answers, names }) => {
    queue.push(...answers)
    calls.length = 0
    expect(await server.api('root').get<string[]>(`/api/channel/fetch_models/${id}`)).toEqual([...names])
    expect(calls[0]).toMatchObject({ method: 'GET', path })
    const { signed = ['authorization', 'Bearer sk-upstream'] } = row
    if (signed) expect(calls[0]?.headers[signed[0]]).toMatch(signed[1])
  })

  testCell('balance', 'reads its balance', async ({ answers, amount, currency }) => {
    queue.push(...answers)
    const { body } = await server.api('root').request('GET', `/api/channel/update_balance/${id}`)
    expect(body).toMatchObject({ success: true, balance: amount, currency })
  })
})

const thinkingOf = {
  openai: { reasoning_effort: 'low' },
  anthropic: { thinking: { type: 'enabled', budget_tokens: 1_024 } },
  gemini: {},
}

let server: TestServer
let upstream: FakeUpstream & MadeKeys
let rootKey: string
/** Calls of the models, without the exchange of keys and uploads. */
const calls: UpstreamRequest[] = []
let answer: Answer = answerText('')
const queue: Answer[] = []

beforeAll(async () => {
  upstream = await startProviderFake((exchange) => {
    calls.push(exchange.request)
    return (queue.shift() ?? answer)(exchange)
  })
  server = await startTestServer()
  rootKey = await server.makeToken('root')
})
afterAll(async () => {
  await server?.stop()
  await upstream?.close()
})
