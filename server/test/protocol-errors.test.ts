import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import Anthropic from '@anthropic-ai/sdk'
import { ApiError } from '@google/genai'
import OpenAI from 'openai'
import { answerJson } from './answers.ts'
import { startFakeUpstream } from './fake-upstream.ts'
import {
  answerAs,
  answerFrames,
  bodies,
  buildKeyHeaders,
  buildPath,
  type FormatName,
  formatNames,
  modelOf,
  type ProtocolServer,
  startProtocolServer,
  streams,
  upstreamKey,
} from './protocol-fakes.ts'
import { awaitCallRow } from './usage-rows.ts'

// Every error arrives in the caller's format, whatever format the upstream speaks.

let gateway: ProtocolServer
beforeAll(async () => {
  gateway = await startProtocolServer({ MAX_BODY_MB: '0.1' })
})
afterEach(() => gateway.reset())
afterAll(async () => {
  const rows = JSON.stringify(await gateway.server.logs())
  expect(rows).not.toContain(upstreamKey)
  expect(rows).not.toContain(gateway.key.slice(3))
  await gateway.stop()
})

interface Received {
  status: number
  message: string
  /** Anthropic's and OpenAI's type, Google's name of the status. */
  kind: string
  code: unknown
  /** The gateway's own code, if `code` is another. */
  own?: unknown
}

/** The error of an answer, which must match `client`'s format in every field. */
async function readError(client: FormatName, response: Response): Promise<Received> {
  expect(response.headers.get('content-type')).toStartWith('application/json')
  const body = (await response.json()) as Record<string, unknown>
  const error = body.error as Record<string, unknown>
  const common = { status: response.status, message: String(error.message) }
  if (client === 'openai') {
    const { sluice_code: own, ...fields } = error
    expect(Object.keys(fields).sort()).toEqual(['code', 'message', 'param', 'type'])
    return { ...common, kind: String(error.type), code: error.code, own }
  }
  if (client === 'anthropic') {
    expect(body.type).toBe('error')
    expect(body.request_id).toBe(response.headers.get('request-id'))
    return { ...common, kind: String(error.type), code: null, own: error.sluice_code }
  }
  expect(error.code).toBe(response.status)
  const details = (error.details ?? []) as { reason?: string }[]
  return { ...common, kind: String(error.status), code: details[0]?.reason ?? null }
}

const post = (path: string, headers: Record<string, string>, body: string) =>
  fetch(gateway.server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })

const noKey = { openai: 'new_api_error', anthropic: 'authentication_error', gemini: 'UNAUTHENTICATED' }
const bad = { openai: 'new_api_error', anthropic: 'invalid_request_error', gemini: 'INVALID_ARGUMENT' }

describe.each([...formatNames])('a client that speaks %s', (client) => {
  const path = buildPath(client, modelOf[client])
  const body = () => JSON.stringify(bodies[client](modelOf[client]))

  test('receives the error for a missing key', async () => {
    const error = await readError(client, await post(path, {}, body()))
    expect(error).toMatchObject({ status: 401, kind: noKey[client] })
    expect(error.message).toContain('request id')
  })

  test('receives the error for a wrong key, in any of its places', async () => {
    const wrong = `sk-${'x'.repeat(48)}`
    const forms: [string, Record<string, string>][] = [
      [path, { authorization: `Bearer ${wrong}` }],
      [path, buildKeyHeaders(client, wrong)],
      ...(client === 'gemini' ? ([[`${path}?key=${wrong}`, {}]] as [string, Record<string, string>][]) : []),
    ]
    for (const [where, headers] of forms) {
      const response = await post(where, headers, body())
      expect(await readError(client, response)).toMatchObject({ status: 401, kind: noKey[client] })
    }
    expect(gateway.fakes[client].requests).toHaveLength(0)
  })

  test('is served with the key in any of its places', async () => {
    const places: [string, Record<string, string>][] = [
      [path, { authorization: `Bearer ${gateway.key}` }],
      [path, buildKeyHeaders(client, gateway.key)],
      ...(client === 'gemini' ? ([[`${path}?key=${gateway.key}`, {}]] as [string, Record<string, string>][]) : []),
    ]
    for (const [where, headers] of places) expect((await post(where, headers, body())).status).toBe(200)
    for (const request of gateway.fakes[client].requests) {
      expect(`${request.path} ${JSON.stringify(request.headers)}`).not.toContain(gateway.key.slice(3))
    }
  })

  test('receives the error for an unknown model', async () => {
    const error = await readError(client, await gateway.call(client, 'no-such-model'))
    expect(error).toMatchObject({
      status: 404,
      kind: { openai: 'invalid_request_error', anthropic: 'not_found_error', gemini: 'NOT_FOUND' }[client],
    })
    expect(error.message).toContain('no-such-model')
  })

  test.each(['{"model": "x", ', '', '[]', '"text"', 'null'])('receives the error for the body %p', async (text) => {
    const error = await readError(client, await post(path, buildKeyHeaders(client, gateway.key), text))
    expect(error).toMatchObject({ status: 400, kind: bad[client] })
  })

  test('receives the error for a missing conversation, or one that is not a list', async () => {
    const field = client === 'gemini' ? 'contents' : 'messages'
    for (const value of [undefined, [], 'text', [1]]) {
      const wire = { ...bodies[client](modelOf[client]), [field]: value }
      const response = await post(path, buildKeyHeaders(client, gateway.key), JSON.stringify(wire))
      expect(await readError(client, response)).toMatchObject({ status: 400, kind: bad[client] })
    }
    expect(gateway.fakes[client].requests).toHaveLength(0)
  })

  test('receives the error for a body that is too large', async () => {
    const wire = JSON.stringify({ ...bodies[client](modelOf[client]), padding: 'x'.repeat(200_000) })
    expect(await readError(client, await post(path, buildKeyHeaders(client, gateway.key), wire))).toMatchObject({
      status: 413,
      kind: { ...bad, anthropic: 'request_too_large' }[client],
    })
  })

  test('receives the error for an empty balance', async () => {
    const poor = await gateway.server.makeToken('admin')
    const error = await readError(client, await gateway.call(client, modelOf[client], { key: poor }))
    expect(error).toMatchObject({
      status: { openai: 403, anthropic: 402, gemini: 403 }[client],
      kind: { openai: 'insufficient_quota', anthropic: 'billing_error', gemini: 'PERMISSION_DENIED' }[client],
      code: { openai: 'insufficient_quota', anthropic: null, gemini: 'insufficient_user_quota' }[client],
    })
    if (client !== 'gemini') expect(error.own).toBe('insufficient_user_quota')
  })

  test('receives the error for a method that is not served', async () => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const response = await fetch(gateway.server.url + path, { method, headers: buildKeyHeaders(client, gateway.key) })
      expect(await readError(client, response)).toMatchObject({ status: 405 })
    }
    expect((await fetch(gateway.server.url + path, { method: 'HEAD' })).status).toBe(405)
    const preflight = await fetch(gateway.server.url + path, { method: 'OPTIONS' })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
  })
})

test.each([
  ['anthropic', '/v1/agents', 501],
  ['anthropic', '/v1/messages/nothing-here', 404],
  ['gemini', '/v1beta/files', 501],
  ['gemini', '/v1beta/models/gemini-2.5-flash:nothingHere', 404],
  ['openai', '/v1/nothing-here', 404],
] as const)(
  'a %s client gets an error in its format for the path %s, which nothing serves',
  async (client, path, status) => {
    const response = await post(path, buildKeyHeaders(client, gateway.key), '{}')
    expect(await readError(client, response)).toMatchObject({ status })
  },
)

test.each([
  ...['GET', 'DELETE'].map((method) => ['openai', method, '/v1/responses/resp:1'] as const),
  ...['/v1/files/file:1', '/v1/batches/batch:1', '/v1/models/llama3:8b', '/v1/containers/a:b'].flatMap((path) =>
    ['GET', 'DELETE'].map((method) => ['openai', method, path] as const),
  ),
  ['openai', 'POST', '/v1/responses/resp:1/cancel'],
  ['openai', 'POST', '/v1/files:upload'],
  ['openai', 'POST', '/v1/chat/completions/a:b'],
  ['openai', 'GET', '/v1/videos/a:b/content'],
  ['openai', 'GET', '/dashboard/a:b'],
  ['openai', 'GET', '/v1/messages-of-a:b'],
  ['openai', 'GET', '/v1beta/openai/models/llama3:8b'],
  ['anthropic', 'GET', '/v1/messages/batches/a:b'],
  ['gemini', 'GET', '/v1beta/models/llama3:8b'],
  ['gemini', 'POST', '/v1/models/llama3:8b:nothingHere'],
  ['gemini', 'POST', '/v1beta'],
] as const)(
  'the beginning of a path, not a colon, decides on the format of errors: %s %s %s',
  async (client, method, path) => {
    const response = await fetch(gateway.server.url + path, {
      method,
      headers: { authorization: `Bearer ${gateway.key}`, 'content-type': 'application/json' },
      ...(method === 'POST' && { body: '{}' }),
    })
    await readError(client, response)
    expect(response.status).toBeGreaterThanOrEqual(400)
  },
)

test('a model whose name has a colon is shown in the format of its path', async () => {
  const name = 'llama3:8b'
  const id = await gateway.server.addChannel(gateway.fakes.openai.url, { models: name })
  const show = async (path: string) =>
    await (await fetch(gateway.server.url + path, { headers: { authorization: `Bearer ${gateway.key}` } })).json()
  expect(await show(`/v1/models/${name}`)).toMatchObject({ id: name, object: 'model' })
  expect(await show(`/v1beta/models/${name}`)).toMatchObject({ name: `models/${name}` })
  await gateway.server.api('root').delete(`/api/channel/${id}`)
})

/** An error in the form of each upstream. */
const upstreamErrors: Record<FormatName, (status: number, message: string) => object> = {
  openai: (status, message) => ({
    error: {
      message,
      type: 'upstream_type',
      param: null,
      code: status === 401 ? 'invalid_api_key' : 'upstream_code',
    },
  }),
  anthropic: (status, message) => ({
    type: 'error',
    error: {
      type:
        { 400: 'invalid_request_error', 401: 'authentication_error', 429: 'rate_limit_error' }[status] ?? 'api_error',
      message,
    },
    request_id: 'req_1',
  }),
  gemini: (status, message) => ({ error: { code: status, message, status: 'WHATEVER' } }),
}

const sdkErrors: Record<FormatName, Record<number, unknown>> = {
  openai: {
    400: OpenAI.BadRequestError,
    401: OpenAI.InternalServerError,
    429: OpenAI.RateLimitError,
    500: OpenAI.InternalServerError,
    529: OpenAI.InternalServerError,
  },
  anthropic: {
    400: Anthropic.BadRequestError,
    401: Anthropic.InternalServerError,
    429: Anthropic.RateLimitError,
    500: Anthropic.InternalServerError,
    529: Anthropic.InternalServerError,
  },
  gemini: { 400: ApiError, 401: ApiError, 429: ApiError, 500: ApiError, 529: ApiError },
}

const anthropicTypes: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  429: 'rate_limit_error',
  500: 'api_error',
  502: 'api_error',
  529: 'overloaded_error',
}

const callThroughSdk: Record<FormatName, (model: string) => Promise<unknown>> = {
  openai: (model) => gateway.openai().chat.completions.create({ model, messages: [{ role: 'user', content: 'x' }] }),
  anthropic: (model) =>
    gateway.anthropic().messages.create({ model, max_tokens: 9, messages: [{ role: 'user', content: 'x' }] }),
  gemini: (model) => gateway.gemini().models.generateContent({ model, contents: 'x' }),
}

describe.each([...formatNames])('an upstream that speaks %s and fails', (upstream) => {
  const model = modelOf[upstream]
  // A channel rests after five consecutive failures.
  afterEach(async () => {
    gateway.reset()
    expect((await gateway.call('openai', model)).status).toBe(200)
  })

  describe.each([...formatNames])('is reported to a client that speaks %s', (client) => {
    test.each([400, 401, 429, 500, 529])('with status %p', async (status) => {
      const message = `the upstream dislikes ${upstreamKey}`
      gateway.fakes[upstream].answerWith(
        answerJson(upstreamErrors[upstream](status, message), { status, headers: { 'retry-after': '7' } }),
      )
      // The key is the operator's: a caller that gets 401 would suspect its own key.
      const isOurs = status === 401
      const expected = isOurs ? 502 : status
      const response = await gateway.call(client, model)
      expect(response.headers.get('retry-after')).toBe(isOurs ? null : '7')
      expect(response.headers.get('x-should-retry')).toBe(isOurs || status === 400 ? 'false' : 'true')
      const error = await readError(client, response)
      expect(error.status).toBe(expected)
      expect(error.message).not.toContain(upstreamKey)
      expect(error.message).toContain('request id')
      if (isOurs) expect(error.message).toStartWith('The upstream rejected the key')
      else if (status !== 429) expect(error.message).toContain('the upstream dislikes')
      if (isOurs && client !== 'anthropic') expect(error.code).toBe('upstream_auth_failed')
      if (client === 'anthropic') expect(error.kind).toBe(anthropicTypes[expected] as string)
      const thrown = await callThroughSdk[client](model).catch((reason: unknown) => reason)
      expect(thrown).toBeInstanceOf(sdkErrors[client][status] as new () => Error)
      expect((thrown as { status: number }).status).toBe(expected)
    })

    test("with a refusal of the key in the middle of a stream, which is not shown as the caller's", async () => {
      const { frames, contentFrom } = streams[upstream]
      const failure = upstreamErrors[upstream](401, 'your key is bad') as Record<string, unknown>
      gateway.fakes[upstream].answerWith(answerFrames([...frames.slice(0, contentFrom + 2), failure]))
      const text = await (await gateway.call(client, model, { isStream: true })).text()
      expect(text).not.toContain('your key is bad')
      expect(text).toContain('The upstream rejected the key')
    })

    test('with an error under status 200', async () => {
      gateway.fakes[upstream].answerWith(answerJson(upstreamErrors[upstream](400, 'not like this')))
      const error = await readError(client, await gateway.call(client, model))
      expect(error.status).toBeGreaterThanOrEqual(400)
      expect(error.message).toContain('not like this')
    })

    test('with an error in the middle of a stream', async () => {
      const { frames, contentFrom } = streams[upstream]
      const failure = upstreamErrors[upstream](429, `slow down ${upstreamKey}`) as Record<string, unknown>
      gateway.fakes[upstream].answerWith(answerFrames([...frames.slice(0, contentFrom + 2), failure]))
      const response = await gateway.call(client, model, { isStream: true })
      expect(response.status).toBe(200)
      const text = await response.text()
      expect(text).toContain('The')
      expect(text).toContain('slow down')
      expect(text).not.toContain(upstreamKey)
      expect(text).not.toMatch(/\[DONE\]|message_stop|finishReason|"finish_reason":"stop"/)
      const last = text.trimEnd().split('\n').at(-1) ?? ''
      const body = JSON.parse(last.replace(/^data: /, ''))
      if (client === 'anthropic') expect(text).toContain('event: error\ndata: ')
      expect(body.error.message).toContain('request id')
      if (upstream !== 'openai' && client === 'anthropic') expect(body.error.type).toBe('rate_limit_error')
      if (upstream !== 'openai' && client === 'gemini') expect(body.error.code).toBe(429)
      const row = await awaitCallRow(gateway.server, response, 2)
      expect(row.detail).toMatchObject({ end: 'upstream_error', usage_estimated: true })
      expect(row.completion_tokens).toBeWithin(1, 5)
    })
  })

  test('yields to another channel before any content', async () => {
    const other = await startFakeUpstream(answerAs(upstream))
    const id = await gateway.server.addChannel(other.url, {
      type: { openai: 1, anthropic: 14, gemini: 24 }[upstream],
      models: model,
      priority: -5,
    })
    const { frames, contentFrom } = streams[upstream]
    const head = upstream === 'anthropic' ? frames.slice(0, contentFrom) : []
    const failure = upstreamErrors[upstream](529, 'overloaded') as Record<string, unknown>
    await gateway.server.api('root').put('/api/option/', { key: 'RetryTimes', value: '2' })
    gateway.fakes[upstream].answerWith(answerFrames([...head, failure]))
    for (const client of formatNames) {
      const text = await (await gateway.call(client, model, { isStream: true })).text()
      expect(text).toContain('opens.')
      expect(text).not.toContain('overloaded')
    }
    expect(other.requests.length).toBeGreaterThan(0)
    await gateway.server.api('root').put('/api/option/', { key: 'RetryTimes', value: '0' })
    await gateway.server.api('root').delete(`/api/channel/${id}`)
    await other.close()
  })
})

test('a pinned channel gets no call of a kind that its provider does not offer', async () => {
  const id = await gateway.server.addChannel(gateway.fakes.anthropic.url, {
    type: 14,
    models: 'other',
    key: upstreamKey,
  })
  const key = await gateway.server.makeToken('root')
  const response = await post(
    '/v1/embeddings',
    { authorization: `Bearer ${key}-${id}` },
    JSON.stringify({ model: modelOf.anthropic, input: 'x' }),
  )
  expect(await readError('openai', response)).toMatchObject({ status: 501, code: 'call_not_offered' })
  expect(gateway.fakes.anthropic.requests).toHaveLength(0)
})
