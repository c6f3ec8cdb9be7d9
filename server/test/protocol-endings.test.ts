import { describe, expect, test } from 'bun:test'
import { answerJson, answerText, type SseScript } from './answers.ts'
import { forTests } from './for-tests.ts'
import {
  answerCharge,
  answerFrames,
  answerStream,
  answers,
  buildFrame,
  type FormatName,
  formatNames,
  modelOf,
  startProtocolServer,
  streams,
} from './protocol-fakes.ts'
import { readUntil } from './read-until.ts'
import { awaitCallRow, newestCharge } from './usage-rows.ts'

// The end of translated and passed-through calls when something fails.

const gateway = forTests(() => startProtocolServer({ STREAMING_TIMEOUT: '2', FIRST_BYTE_TIMEOUT: '2' }))

const anyEnd = /\[DONE\]|message_stop|finishReason|"finish_reason":"stop"/
const pairs = formatNames.flatMap((client) => formatNames.map((upstream) => [client, upstream] as const))

/** The text of an answer in the client's format, whole or streamed. */
function readText(client: FormatName, wire: Record<string, unknown>): string {
  const [choice] = listOf(wire.choices)
  if (client === 'openai') return String(fieldsOf(choice?.message).content ?? fieldsOf(choice?.delta).content ?? '')
  const joined = (parts: unknown) =>
    listOf(parts)
      .map((part) => String(part.text ?? ''))
      .join('')
  if (client === 'anthropic') return joined(wire.content) || String(fieldsOf(wire.delta).text ?? '')
  return joined(fieldsOf(listOf(wire.candidates)[0]?.content).parts)
}

const fieldsOf = (value: unknown) => (value ?? {}) as Record<string, unknown>
const listOf = (value: unknown) => (value ?? []) as Record<string, unknown>[]

const readFrames = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice(6)))

const readStreamedText = (client: FormatName, text: string): string =>
  readFrames(text)
    .map((frame) => readText(client, frame))
    .join('')

describe.each(pairs)('a client that speaks %s on an upstream that speaks %s', (client, upstream) => {
  const model = modelOf[upstream]
  const { contentFrom } = streams[upstream]
  const answer = (script: SseScript) => gateway.fakes[upstream].answerWith(answerStream(upstream, script))
  const awaitCharge = (response: Response) => awaitCallRow(gateway.server, response, 2)

  test.each(['cut', 'end'] as const)('a stream that stops by %s ends with an error', async (how) => {
    const gate = Promise.withResolvers<void>()
    const frames = contentFrom + 2
    answer({ stopAfter: { frames, how }, before: { [frames]: () => gate.promise } })
    const response = await gateway.call(client, model, { isStream: true })
    let text = await readUntil(response, 'The')
    gate.resolve()
    text += await readUntil(response)
    expect(text).toContain('ended the stream before')
    expect(text).not.toMatch(anyEnd)
    const row = await awaitCharge(response)
    expect(row.detail).toMatchObject({ end: 'upstream_cut', usage_estimated: true })
    expect(row.completion_tokens).toBeWithin(1, 5)
    expect(row.quota).toBe(row.prompt_tokens + 2 * row.completion_tokens)
  })

  test('a silent stream is ended', async () => {
    answer({ stopAfter: { frames: contentFrom + 2, how: 'hang' } })
    const response = await gateway.call(client, model, { isStream: true })
    const text = await response.text()
    expect(text).toContain('did not answer in time')
    expect(text).not.toMatch(anyEnd)
    await gateway.fakes[upstream].requests[0]?.left
    expect((await awaitCharge(response)).detail.end).toBe('upstream_cut')
  })

  test('a client that disconnects stops the upstream and pays for the delivered part', async () => {
    answer({ stopAfter: { frames: contentFrom + 2, how: 'hang' } })
    const leave = new AbortController()
    const response = await gateway.call(client, model, { isStream: true, signal: leave.signal })
    await readUntil(response, 'The')
    leave.abort()
    await gateway.fakes[upstream].requests[0]?.left
    const row = await awaitCharge(response)
    expect(row.detail.end).toBe('client_gone')
    expect(row.completion_tokens).toBeWithin(1, 5)
    expect(row.prompt_tokens).toBeGreaterThan(0)
  })

  test('without reported usage tokens are counted, and the client gets the count in its format', async () => {
    const { frames, end } = streams[upstream]
    const stripped = JSON.parse(JSON.stringify(frames), (key, value) =>
      key === 'usage' || key === 'usageMetadata' ? undefined : value,
    )
    gateway.fakes[upstream].answerWith(answerFrames(stripped, end))
    const response = await gateway.call(client, model, { isStream: true })
    const text = await response.text()
    expect(readStreamedText(client, text)).toBe('The gate opens.')
    const row = await awaitCharge(response)
    expect(row.detail).toMatchObject({ end: 'complete', usage_estimated: true })
    expect(row.quota).toBeGreaterThan(0)
    if (client === 'openai') expect(text).not.toMatch(/"usage":\{/)
    else if (client !== upstream) {
      const lastUsageFrame = readFrames(text).findLast((frame) => frame.usage ?? frame.usageMetadata)
      const usage = (lastUsageFrame?.usage ?? lastUsageFrame?.usageMetadata) as Record<string, number>
      if (client === 'anthropic') expect(lastUsageFrame?.type).toBe('message_delta')
      expect(usage.output_tokens ?? usage.candidatesTokenCount).toBe(row.completion_tokens)
    }
  })

  test('a stream that the upstream answers whole is still a stream', async () => {
    gateway.fakes[upstream].answerWith(answerJson(answers[upstream]))
    const response = await gateway.call(client, model, { isStream: true })
    expect(response.headers.get('content-type')).toStartWith('text/event-stream')
    const text = await response.text()
    expect(readStreamedText(client, text)).toBe('The gate opens.')
    expect(text).toMatch(anyEnd)
    expect(await newestCharge(gateway.server)).toMatchObject({ quota: answerCharge })
  })

  test('a whole answer that the upstream streams is still whole', async () => {
    gateway.fakes[upstream].answerWith(answerStream(upstream))
    const response = await gateway.call(client, model)
    expect(response.headers.get('content-type')).toStartWith('application/json')
    expect(readText(client, (await response.json()) as Record<string, unknown>)).toBe('The gate opens.')
    expect(await newestCharge(gateway.server)).toMatchObject({ quota: answerCharge })
  })

  test('a cut stream is not a whole answer', async () => {
    answer({ stopAfter: { frames: contentFrom + 2, how: 'end' } })
    const response = await gateway.call(client, model)
    expect(response.status).toBe(502)
  })

  test('a last frame without its blank line counts', async () => {
    const { frames, end } = streams[upstream]
    const body = [...frames.map(buildFrame), ...end.map((data) => `data: ${data}\n\n`)].join('')
    const headers = { 'content-type': 'text/event-stream' }
    gateway.fakes[upstream].answerWith(answerText(body.trimEnd(), { headers }))
    const text = await (await gateway.call(client, model, { isStream: true })).text()
    expect(readStreamedText(client, text)).toBe('The gate opens.')
    expect(text).toMatch(anyEnd)
  })
})

describe.each([...formatNames])('a Gemini client that reads an array, on an upstream that speaks %s', (upstream) => {
  const model = modelOf[upstream]
  const call = () => gateway.call('gemini', model, { isStream: true, isArray: true })

  test('reads a complete array', async () => {
    const response = await call()
    expect(response.headers.get('content-type')).toStartWith('application/json')
    const elements = (await response.json()) as Record<string, unknown>[]
    expect(elements.map((element) => readText('gemini', element)).join('')).toBe('The gate opens.')
    expect(elements.at(-1)?.usageMetadata).toMatchObject({ promptTokenCount: 10, candidatesTokenCount: 4 })
    expect(await newestCharge(gateway.server)).toMatchObject({ quota: answerCharge, is_stream: true })
  })

  test('reads an array from an answer that was not streamed', async () => {
    gateway.fakes[upstream].answerWith(answerJson(answers[upstream]))
    const elements = (await (await call()).json()) as Record<string, unknown>[]
    expect(elements.map((element) => readText('gemini', element)).join('')).toBe('The gate opens.')
  })

  test('reads an error as its last element', async () => {
    gateway.fakes[upstream].answerWith(
      answerStream(upstream, { stopAfter: { frames: streams[upstream].contentFrom + 2, how: 'end' } }),
    )
    const elements = (await (await call()).json()) as Record<string, unknown>[]
    expect(elements.at(-1)?.error).toMatchObject({ code: 502, status: 'UNAVAILABLE' })
    expect(JSON.stringify(elements)).not.toContain('finishReason')
  })
})

test('an OpenAI client gets the counted usage if it requested usage', async () => {
  for (const upstream of formatNames) {
    const response = await gateway.call('openai', modelOf[upstream], {
      isStream: true,
      body: { stream_options: { include_usage: true } },
    })
    const lastUsageFrame = readFrames(await response.text()).findLast((frame) => frame.usage)
    expect(lastUsageFrame?.usage).toMatchObject({ prompt_tokens: 10, completion_tokens: 4, total_tokens: 14 })
  }
})

test('silence is filled with pings in the client’s format', async () => {
  const set = (key: string, value: string) => gateway.server.api('root').put('/api/option/', { key, value })
  await set('general_setting.ping_interval_seconds', '1')
  await set('general_setting.ping_interval_enabled', 'true')
  const pings = {
    openai: ': ping\n\n',
    anthropic: 'event: ping\ndata: {"type":"ping"}\n\n',
    gemini: ': ping\n\n',
  }
  for (const [client, ping] of Object.entries(pings)) {
    const gate = Promise.withResolvers<void>()
    gateway.fakes.openai.answerWith(answerStream('openai', { before: { 0: () => gate.promise } }))
    const response = await gateway.call(client as FormatName, modelOf.openai, { isStream: true })
    const text = await readUntil(response, ping)
    expect(text).toStartWith(ping)
    gate.resolve()
    expect(readStreamedText(client as FormatName, await readUntil(response))).toBe('The gate opens.')
  }
  const gate = Promise.withResolvers<void>()
  gateway.fakes.gemini.answerWith(answerStream('gemini', { before: { 1: () => gate.promise } }))
  const response = await gateway.call('gemini', modelOf.gemini, { isStream: true, isArray: true })
  const start = await readUntil(response, '\n')
  gate.resolve()
  expect(JSON.parse(start + (await readUntil(response)))).toBeArrayOfSize(3)
  await set('general_setting.ping_interval_enabled', 'false')
}, 20_000)
