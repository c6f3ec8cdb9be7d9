import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { answerJson } from './answers.ts'
import { forTests } from './for-tests.ts'
import {
  answerFrames,
  answerStream,
  answers,
  bodies,
  type FormatName,
  formatNames,
  modelOf,
  startProtocolServer,
  streams,
} from './protocol-fakes.ts'
import { awaitCallRow } from './usage-rows.ts'
import { waitForOutput } from './wait-until.ts'

// Sensitive words in requests and answers, in every format and between formats.

const gateway = forTests(startProtocolServer)
const setOption = (key: string, value: string) => gateway.server.api('root').put('/api/option/', { key, value })

beforeAll(async () => {
  await setOption('SensitiveWords', 'Gate Opens\n禁止词')
})
afterEach(async () => {
  await setOption('CheckSensitiveOnCompletionEnabled', 'false')
  await setOption('StopOnSensitiveEnabled', 'true')
  await setOption('CheckSensitiveEnabled', 'true')
})

const readRow = (response: Response, type: number) => awaitCallRow(gateway.server, response, type)

/** The body of each format, with its words replaced. */
const buildBody = (client: FormatName, text: string) =>
  JSON.parse(JSON.stringify(bodies[client](modelOf[client])).replace('Where is the gate?', text))

describe.each([...formatNames])('a request of a client of %s', (client) => {
  test('with such a word reaches no upstream and costs nothing', async () => {
    const before = (await gateway.server.self('user')).quota
    for (const text of ['the GATE OPENS now', 'ｔｈｅ ｇａｔｅ ｏｐｅｎｓ', '有禁止词。']) {
      const response = await gateway.call(client, modelOf[client], { body: buildBody(client, text) })
      expect(response.status).toBe(400)
      const answerText = await response.text()
      expect(answerText).toContain('words that are not allowed')
      expect(answerText.toLowerCase()).not.toContain('gate opens')
      if (client === 'openai')
        expect(JSON.parse(answerText)).toMatchObject({ error: { code: 'sensitive_words_detected' } })
      if (client === 'anthropic')
        expect(JSON.parse(answerText)).toMatchObject({ error: { type: 'invalid_request_error' } })
      if (client === 'gemini') expect(JSON.parse(answerText)).toMatchObject({ error: { status: 'INVALID_ARGUMENT' } })
      const row = await readRow(response, 5)
      expect(row.detail.error?.code).toBe('sensitive_words_detected')
      expect(JSON.stringify(row).toLowerCase()).not.toContain('gate opens')
    }
    expect(gateway.fakes[client].requests).toHaveLength(0)
    expect((await gateway.server.self('user')).quota).toBe(before)
    await waitForOutput(gateway.server, '"word":"gate opens"')
  })

  test('nothing is searched while the check is off', async () => {
    await setOption('CheckSensitiveEnabled', 'false')
    const response = await gateway.call(client, modelOf[client], { body: buildBody(client, 'the gate opens') })
    expect(response.status).toBe(200)
  })
})

test('a key that a message has twice is refused: an upstream may read the value that was not searched', async () => {
  const body = `{"model":"${modelOf.openai}","messages":[{"role":"user","content":"the gate opens","content":"hi"}]}`
  const before = gateway.fakes.openai.requests.length
  const response = await gateway.server.relay(gateway.key, '/v1/chat/completions', body)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: { code: 'invalid_request' } })
  expect(gateway.fakes.openai.requests).toHaveLength(before)
  await setOption('CheckSensitiveEnabled', 'false')
  expect((await gateway.server.relay(gateway.key, '/v1/chat/completions', body)).status).toBe(200)
})

test.each([
  ['/v1/completions', { prompt: 'the gate opens' }],
  ['/v1/embeddings', { input: ['x', 'the gate opens'] }],
])('%s is searched too', async (path, body) => {
  const response = await gateway.server.relay(gateway.key, path, { model: modelOf.openai, ...body })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: { code: 'sensitive_words_detected' } })
})

test('words take effect as soon as they are saved', async () => {
  const ask = () => gateway.call('openai', modelOf.openai, { body: buildBody('openai', 'a new word') })
  expect((await ask()).status).toBe(200)
  const many = Array.from({ length: 50_000 }, (_, index) => `no ${index}.`).join('\n')
  await setOption('SensitiveWords', `${many}\nNEW WORD\nGate Opens\n禁止词`)
  expect((await ask()).status).toBe(400)
  await setOption('SensitiveWords', 'Gate Opens\n禁止词')
  expect((await ask()).status).toBe(200)
})

const pairs = formatNames.flatMap((client) => formatNames.map((upstream) => [client, upstream] as const))
const anyEnd = /\[DONE\]|message_stop|finishReason|"finish_reason":"stop"/
const joinTexts = (body: string) => [...body.matchAll(/"(?:text|content)":"([^"]*)"/g)].map(([, text]) => text).join('')

describe.each(pairs)('an answer for a client of %s from an upstream of %s', (client, upstream) => {
  const model = modelOf[upstream]

  test('streams with the word masked across its frames', async () => {
    await setOption('CheckSensitiveOnCompletionEnabled', 'true')
    await setOption('StopOnSensitiveEnabled', 'false')
    const response = await gateway.call(client, model, { isStream: true })
    const body = await response.text()
    expect(joinTexts(body)).toContain('The **********.')
    expect(body).toMatch(anyEnd)
    expect((await readRow(response, 2)).detail.end).toBe('complete')
  })

  test('ends before the word, and the delivered part is charged', async () => {
    await setOption('CheckSensitiveOnCompletionEnabled', 'true')
    gateway.fakes[upstream].answerWith(answerStream(upstream, { stopAfter: { frames: 6, how: 'hang' } }))
    const response = await gateway.call(client, model, { isStream: true })
    const body = await response.text()
    expect(joinTexts(body)).toBe('The')
    expect(body).toContain('words that are not allowed')
    expect(body).not.toMatch(anyEnd)
    const row = await readRow(response, 2)
    expect(row.detail).toMatchObject({ end: 'limit', usage_estimated: true })
    expect(row.completion_tokens).toBeWithin(1, 3)
    expect(row.quota).toBe(row.prompt_tokens + 2 * row.completion_tokens)
    expect((await readRow(response, 5)).detail.error?.code).toBe('sensitive_words_detected')
  })

  test('if not streamed, is masked, or refused with its input charged', async () => {
    await setOption('CheckSensitiveOnCompletionEnabled', 'true')
    await setOption('StopOnSensitiveEnabled', 'false')
    const masked = await gateway.call(client, model)
    expect(joinTexts(await masked.text())).toBe('The **********.')
    expect((await readRow(masked, 2)).quota).toBe(18)
    await setOption('StopOnSensitiveEnabled', 'true')
    const refused = await gateway.call(client, model)
    expect(refused.status).toBe(400)
    expect((await refused.text()).toLowerCase()).not.toContain('gate opens')
    const row = await readRow(refused, 2)
    expect(row.detail.end).toBe('limit')
    expect(row).toMatchObject({ completion_tokens: 0, quota: row.prompt_tokens })
    expect((await readRow(refused, 5)).detail.error?.code).toBe('sensitive_words_detected')
  })

  test('is unchanged without such a word', async () => {
    const harmless = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll('gate', 'door'))
    const answer = harmless(answers[upstream])
    const { frames, end } = streams[upstream]
    const get = async (isStream: boolean) => {
      gateway.fakes[upstream].answerWith(isStream ? answerFrames(harmless(frames), end) : answerJson(answer))
      return (await gateway.call(client, model, { isStream })).text()
    }
    const clean = (text: string) => text.replace(/[\w-]*\d{12,}[\w-]*|"created":\d+/g, '')
    const before = [clean(await get(false)), clean(await get(true))]
    await setOption('CheckSensitiveOnCompletionEnabled', 'true')
    expect([clean(await get(false)), clean(await get(true))]).toEqual(before)
  })
})

test('a Gemini client of an array gets a complete array', async () => {
  await setOption('CheckSensitiveOnCompletionEnabled', 'true')
  const ended = await gateway.call('gemini', modelOf.openai, { isStream: true, isArray: true })
  const parts = (await ended.json()) as Record<string, unknown>[]
  expect(joinTexts(JSON.stringify(parts))).toBe('The')
  expect(parts.at(-1)).toMatchObject({ error: { code: 400 } })
  await setOption('StopOnSensitiveEnabled', 'false')
  const masked = await gateway.call('gemini', modelOf.openai, { isStream: true, isArray: true })
  expect(joinTexts(JSON.stringify(await masked.json()))).toBe('The **********.')
})

describe('many words, searched in a separate thread', () => {
  const many = Array.from({ length: 5_000 }, (_, index) => `no ${index}.`).join('\n')
  beforeAll(() => setOption('SensitiveWords', `${many}\nGate Opens\n禁止词`))
  afterAll(() => setOption('SensitiveWords', 'Gate Opens\n禁止词'))

  test('end or mask a stream like few words do', async () => {
    await setOption('CheckSensitiveOnCompletionEnabled', 'true')
    const ended = await gateway.call('openai', modelOf.anthropic, { isStream: true })
    expect(joinTexts(await ended.text())).toBe('The')
    expect((await readRow(ended, 2)).detail.end).toBe('limit')
    await setOption('StopOnSensitiveEnabled', 'false')
    const masked = await gateway.call('openai', modelOf.anthropic, { isStream: true })
    expect(joinTexts(await masked.text())).toContain('The **********.')
    expect((await readRow(masked, 2)).detail.end).toBe('complete')
    const array = await gateway.call('gemini', modelOf.openai, { isStream: true, isArray: true })
    expect(joinTexts(JSON.stringify(await array.json()))).toBe('The **********.')
  })

  test('refuse a whole answer like few words do', async () => {
    await setOption('CheckSensitiveOnCompletionEnabled', 'true')
    const refused = await gateway.call('openai', modelOf.openai)
    expect(refused.status).toBe(400)
    expect((await readRow(refused, 2)).completion_tokens).toBe(0)
  })
})
