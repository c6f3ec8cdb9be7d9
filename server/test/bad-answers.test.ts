import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { channelTypes } from '@sluice/contract/channel-types'
import { exportPKCS8, generateKeyPair } from 'jose'
import { providers } from '../src/providers/index.ts'
import { answerJson, answerText } from './answers.ts'
import { type Answer, type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { newestRow } from './usage-rows.ts'

// What no provider should answer, of every type that answers chat calls: a clear error, and nothing is charged.

const account = '023e105f4ecef8ad9ca31a8372d0c353'

/** What a channel of some types needs beside a plain key. */
const needs: Record<number, { key?: string; other?: string; model?: string; path?: string }> = {
  8: { path: '/v1/chat/completions' },
  15: { key: 'ak|sk', model: 'ERNIE-4.0-8K' },
  16: { key: 'id.secret', model: 'chatglm_pro' },
  21: { other: '1234' },
  23: { key: 'id|secret', model: 'hunyuan-lite' },
  33: { key: 'AKIDEXAMPLE|secret|us-east-1', model: 'claude-opus-5-5' },
  39: { other: account },
  41: { model: 'gemini-3-pro' },
  49: { other: '7342866812345' },
}

const page = answerText('<html><h1>502 Bad Gateway</h1>nginx at 10.1.2.3</html>', {
  headers: { 'content-type': 'text/html' },
})
const bad: Record<string, Answer> = {
  'an error page under status 502': answerText('<html>nginx at 10.1.2.3</html>', {
    status: 502,
    headers: { 'content-type': 'text/html' },
  }),
  'an error page under status 200': page,
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

/** Errors under status 200 as the documentation of each provider has them. */
const ownErrors: Record<number, Answer> = {
  15: answerJson({ error_code: 336_003, error_msg: 'the max length of current question is 4800' }),
  16: answerJson({ code: 1261, msg: 'the prompt is too long', success: false }),
  18: answerJson({ code: 10_013, message: 'the input is not safe', sid: 's' }),
  21: answerJson({ success: false, message: 'the library does not exist', data: null }),
  23: answerJson({
    Response: { Error: { Code: 'InvalidParameter', Message: 'Messages is empty' }, RequestId: 'r' },
  }),
  27: answerJson({
    ...{ id: 'resp_1', object: 'response', status: 'failed', output: [], model: 'perplexity/sonar' },
    error: { message: 'The model failed', type: 'invalid_request', code: 'invalid_request' },
  }),
  35: answerJson({ base_resp: { status_code: 1026, status_msg: 'input new_sensitive' } }),
  49: answerJson({ code: 4000, msg: 'The parameter bot_id is not valid', detail: { logid: 'l' } }),
}

/** Of the resellers, which are all alike, one. */
const alike = [6, 7, 9, 10, 13]
const chatTypes = providers
  .filter(({ operations, type }) => operations.includes('chat') && !alike.includes(type))
  .map(({ type }) => type)
const labelOf = (type: number): string => channelTypes.find(({ id }) => id === type)?.label ?? ''

describe.each(chatTypes.map((type) => ({ type, label: labelOf(type) })))(
  'a channel of $label',
  ({ type }) => {
    let token: string
    beforeAll(async () => {
      const { key, other, model, path = '' } = needs[type] ?? {}
      const id = await server.addChannel(upstream.url + path, {
        ...{ type, models: 'gpt-4o', key: type === 41 ? serviceAccount : (key ?? 'sk-upstream') },
        ...(other !== undefined && { other }),
        ...(model !== undefined && { model_mapping: JSON.stringify({ 'gpt-4o': model }) }),
      })
      token = `${rootKey}-${id}`
    })

    for (const stream of [false, true])
      test.each([
        ...Object.entries(bad),
        ...(ownErrors[type] ? [['its own error under status 200', ownErrors[type]] as const] : []),
      ])(`tells %s as an error, ${stream ? 'streamed' : 'plain'}`, async (_what, given) => {
        answer = given
        const response = await server.relay(token, '/v1/chat/completions', {
          ...{ model: 'gpt-4o', messages: [{ role: 'user', content: 'Hi' }], stream },
        })
        const text = await response.text()
        expect(response.status, text).toBeGreaterThanOrEqual(400)
        expect(JSON.parse(text)).toMatchObject({ error: { message: expect.any(String) } })
        expect(text).not.toMatch(/<html|10\.1\.2\.3/)
        const row = await newestRow(server)
        expect(row).toMatchObject({ type: 5, quota: 0 })
        expect(row.content).not.toBe('')
      })
  },
)

let server: TestServer
let upstream: FakeUpstream
let rootKey: string
let serviceAccount: string
/** To calls; keys are exchanged for tokens as they should be. */
let answer: Answer = page
beforeAll(async () => {
  upstream = await startFakeUpstream((exchange) =>
    /^\/(token|oauth\/)/.test(exchange.request.path)
      ? answerJson({ access_token: 'token', expires_in: 3_600 })(exchange)
      : answer(exchange),
  )
  server = await startTestServer()
  rootKey = await server.makeToken('root')
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  serviceAccount = JSON.stringify({
    ...{ type: 'service_account', project_id: 'my-project', client_email: 'gateway@my-project.example' },
    ...{ private_key: await exportPKCS8(privateKey), token_uri: `${upstream.url}/token` },
  })
})
afterAll(async () => {
  await server?.stop()
  await upstream?.close()
})
