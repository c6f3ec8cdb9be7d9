import { beforeAll, describe, expect, test } from 'bun:test'
import { render } from '@sluice/contract/messages/render'
import { exportPKCS8, generateKeyPair, jwtVerify } from 'jose'
import { vertex } from './index.ts'
import { objectionToRegions } from './regions.ts'
import { parseVertexKey } from './service-account.ts'

const settings = { claudeHeaders: {}, geminiVersions: {} }
let pair: Awaited<ReturnType<typeof generateKeyPair>>
let account: Record<string, string>

beforeAll(async () => {
  pair = await generateKeyPair('RS256', { extractable: true })
  account = {
    type: 'service_account',
    project_id: 'my-project',
    private_key_id: 'kid-1',
    private_key: await exportPKCS8(pair.privateKey),
    client_email: 'gateway@my-project.iam.gserviceaccount.com',
    token_uri: 'https://oauth2.googleapis.com/token',
  }
})

const urlOf = (upstreamModel: string, more: { key?: string; other?: string; isStream?: boolean } = {}) =>
  vertex.urlOf({
    operation: 'chat',
    path: '/v1/chat/completions',
    isStream: more.isStream ?? false,
    settings,
    upstreamModel,
    channel: { baseUrl: null, organization: null, other: more.other ?? 'us-east5' },
    key: more.key ?? JSON.stringify(account),
  })

describe('the address of a call', () => {
  const place = '/v1/projects/my-project/locations'
  test.each([
    [
      'gemini-3.8-flash',
      {},
      `https://us-east5-aiplatform.googleapis.com${place}/us-east5/publishers/google/models/gemini-3.8-flash:generateContent`,
    ],
    [
      'gemini-3.8-flash',
      { isStream: true, other: 'global' },
      `https://aiplatform.googleapis.com${place}/global/publishers/google/models/gemini-3.8-flash:streamGenerateContent?alt=sse`,
    ],
    [
      'gemini-3.8-flash',
      { other: '' },
      `https://aiplatform.googleapis.com${place}/global/publishers/google/models/gemini-3.8-flash:generateContent`,
    ],
    [
      'claude-opus-4-1@20250805',
      { isStream: true },
      `https://us-east5-aiplatform.googleapis.com${place}/us-east5/publishers/anthropic/models/claude-opus-4-1%4020250805:streamRawPredict`,
    ],
    [
      'claude-opus-5-5',
      { other: 'eu' },
      `https://aiplatform.eu.rep.googleapis.com${place}/eu/publishers/anthropic/models/claude-opus-5-5:rawPredict`,
    ],
    [
      'mistral-large-2411',
      {},
      `https://us-east5-aiplatform.googleapis.com${place}/us-east5/publishers/mistralai/models/mistral-large-2411:rawPredict`,
    ],
    [
      'meta/llama-4-maverick-17b-128e-instruct-maas',
      {},
      `https://us-east5-aiplatform.googleapis.com${place}/us-east5/endpoints/openapi/chat/completions`,
    ],
    [
      'claude-opus-5-5',
      { other: '{"default":"us-central1","claude-opus-5-5":"us-east5"}' },
      `https://us-east5-aiplatform.googleapis.com${place}/us-east5/publishers/anthropic/models/claude-opus-5-5:rawPredict`,
    ],
    [
      'gemini-3.8-flash',
      { other: '{"default":"us-central1","claude-opus-5-5":"us-east5"}' },
      `https://us-central1-aiplatform.googleapis.com${place}/us-central1/publishers/google/models/gemini-3.8-flash:generateContent`,
    ],
    [
      'gemini-3.8-flash',
      { key: 'AQ.Ab8RN6express' },
      'https://aiplatform.googleapis.com/v1/publishers/google/models/gemini-3.8-flash:generateContent',
    ],
    ['claude-opus-5-5', { key: 'AQ.Ab8RN6express' }, null],
    ['gemini-3.8-flash', { other: '{"claude-opus-5-5":"us-east5"}' }, null],
    ['gemini-3.8-flash', { other: 'evil.example/#' }, null],
  ])('of %s with %p is %p', (model, more, url) => {
    expect(urlOf(model, more)).toBe(url)
  })
})

test('the model decides the format, not the client', () => {
  const channel = { baseUrl: null, organization: null, other: '' }
  const formats = ['gemini-3.8-flash', 'claude-opus-5-5', 'mistral-large-2411', 'deepseek-ai/deepseek-v3.2-maas']
  const found = formats.map((model) => vertex.formatFor?.(channel, 'responses', model))
  expect(found).toEqual(['gemini', 'anthropic', 'openai', 'openai'])
})

describe('a service account', () => {
  test('exchanges a signed assertion for a token', async () => {
    const now = Date.now()
    // Line ends as two characters, as in a key copied from another file.
    const escaped = { ...account, private_key: account.private_key?.replaceAll('\n', '\\n') }
    const exchange = vertex.tokenExchangeOf?.(JSON.stringify(escaped), {
      baseUrl: null,
      organization: null,
      other: '',
    })
    const request = await exchange?.request(now)
    expect(request?.url).toBe('https://oauth2.googleapis.com/token')
    const form = new URLSearchParams(request?.body)
    expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer')
    const { payload, protectedHeader } = await jwtVerify(form.get('assertion') ?? '', pair.publicKey)
    expect(protectedHeader).toEqual({ alg: 'RS256', typ: 'JWT', kid: 'kid-1' })
    const issuedAt = Math.floor(now / 1_000)
    expect(payload).toEqual({
      iss: account.client_email,
      sub: account.client_email,
      scope: 'https://www.googleapis.com/auth/cloud-platform',
      aud: 'https://oauth2.googleapis.com/token',
      iat: issuedAt,
      exp: issuedAt + 3_600,
    })
    expect(exchange?.read({ access_token: 'ya29.t', expires_in: 3_599 })).toEqual({
      token: 'ya29.t',
      lifetimeSeconds: 3_599,
    })
    expect(exchange?.read({ id_token: 'x' })).toBeNull()
  })

  test('with an invalid private key fails without showing the key', async () => {
    const broken = JSON.stringify({
      ...account,
      private_key: '-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----\n',
    })
    const failure = await Promise.resolve(
      vertex.tokenExchangeOf?.(broken, { baseUrl: null, organization: null, other: '' })?.request(0),
    ).catch((cause: unknown) => cause)
    expect(failure).toMatchObject({ code: 'channel_misconfigured' })
    expect(String(Object(failure).detail)).not.toContain('c2VjcmV0')
  })

  test('reports a missing field', () => {
    const parsed = parseVertexKey(JSON.stringify({ client_email: 'a@b', token_uri: 'file:///etc/passwd' }))
    expect(parsed.ok ? '' : render('en', 'reasons', parsed.reason)).toBe(
      'the JSON of the service account lacks project_id, private_key, token_uri',
    )
    for (const key of ['{', '[]', 'two words', '"text"', 'null'])
      expect(parseVertexKey(key)).toMatchObject({ ok: false })
  })

  test('an API key is sent unchanged', () => {
    const key = 'AQ.Ab8RN6express'
    const channel = { baseUrl: null, organization: null, other: '' }
    expect(vertex.tokenExchangeOf?.(key, channel)).toBeNull()
    const call = { channel, key, clientHeaders: null, model: 'm', settings }
    expect(vertex.headersOf(call)).toEqual({ 'x-goog-api-key': key })
    expect(vertex.headersOf({ ...call, token: 't' })).toEqual({ authorization: 'Bearer t' })
  })
})

test.each([
  ['', null],
  ['us-central1', null],
  ['{"default":"global","m":"eu"}', null],
  ['US Central', '"US Central" is not a region'],
  ['{"m":"eu"}', 'the regions must have an entry default'],
  ['{"default":7}', 'default must be text'],
  ['{"default":"eu","storageUri":"gs://my-videos/made"}', null],
  ['{"default":"eu","storageUri":"https://my-videos"}', 'storageUri is not a folder of a bucket: gs://bucket/folder'],
  ['{', 'is not valid JSON'],
])('the objection to the regions %p is %p', (other, reason) => {
  const found = objectionToRegions(other)
  expect(found && render('en', 'reasons', found)).toBe(reason)
})

test('a session of the Live API names its model by project and region', () => {
  const call = {
    operation: 'realtime' as const,
    path: '/v1/realtime',
    isStream: true,
    settings,
    upstreamModel: 'gemini-3.8-live',
    channel: { baseUrl: null, organization: null, other: 'us-central1' },
    key: JSON.stringify(account),
  }
  expect(vertex.urlOf(call)).toBe(
    'https://us-central1-aiplatform.googleapis.com/ws/google.cloud.aiplatform.v1.LlmBidiService/BidiGenerateContent',
  )
  expect(vertex.liveModelOf?.(call)).toBe(
    'projects/my-project/locations/us-central1/publishers/google/models/gemini-3.8-live',
  )
  expect(vertex.liveModelOf?.({ ...call, key: 'AQ.Ab8RN6express' })).toBe('publishers/google/models/gemini-3.8-live')
})
