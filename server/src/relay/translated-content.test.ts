import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { JsonRecord } from '@sluice/contract/read-json'
import { relayCall } from './relay-one.ts'
import { openTestRelay, type TestAccount, type TestRelay } from './test-relay.ts'

// What arrives of the content of a request whose upstream speaks another format.

const channels = {
  'gpt-4o': { type: 1 },
  'claude-sonnet-4-5': { type: 14 },
  'gemini-2.5-flash': { type: 24 },
  'gpt-5.1': { type: 8, base_url: 'http://upstream.example/v1/responses' },
}
type Model = keyof typeof channels

let relay: TestRelay
let account: TestAccount
beforeAll(async () => {
  relay = await openTestRelay()
  await relay.setOptions({ ModelRatio: Object.fromEntries(Object.keys(channels).map((model) => [model, 1])) })
  for (const [models, channel] of Object.entries(channels)) await relay.addChannel({ ...channel, models })
  account = await relay.addAccount()
})
afterAll(() => relay.close())

/** An upstream that refuses ends the call: here only its request matters. */
async function send(path: string, body: JsonRecord) {
  relay.sent.length = 0
  relay.answerWith(() => Response.json({ error: { message: 'no', type: 'invalid_request_error' } }, { status: 400 }))
  const { call, request } = relay.arrive(account.key, body, { path })
  const response = await relayCall(relay.tools, call, request, () => undefined).catch((cause: unknown) => cause)
  const sent = relay.sent[0]?.body
  return {
    sent: sent instanceof Uint8Array ? new TextDecoder().decode(sent) : '',
    dropped: response instanceof Response ? response.headers.get('x-sluice-dropped') : null,
  }
}

const sendChat = (model: Model, content: unknown) =>
  send('/v1/chat/completions', { model, messages: [{ role: 'user', content }] })

const jpeg = Buffer.from('\xff\xd8\xff\xe0\0\x10JFIF\0....', 'latin1').toString('base64')
const png = Buffer.from('\x89PNG\r\n\x1a\n........', 'latin1').toString('base64')
const imageUrl = (url: string) => [{ type: 'image_url', image_url: { url } }]

test.each([
  ['a JPEG called PNG', `data:image/png;base64,${jpeg}`, 'image/jpeg', jpeg],
  ['a type in capitals', `data:IMAGE/PNG;base64,${png}`, 'image/png', png],
  ['base64 in lines', `data:image/png;base64,${png.replaceAll(/.{4}/g, '$&\n')}`, 'image/png', png],
])('a picture is sent with the type of its bytes: %s', async (_name, url, mediaType, data) => {
  const anthropic = await sendChat('claude-sonnet-4-5', imageUrl(url))
  expect(anthropic.sent).toContain(
    JSON.stringify({ type: 'image', source: { type: 'base64', media_type: mediaType, data } }),
  )
  const gemini = await sendChat('gemini-2.5-flash', imageUrl(url))
  expect(gemini.sent).toContain(JSON.stringify({ inlineData: { mimeType: mediaType, data } }))
})

test('so is one inside the result of a tool', async () => {
  const source = { type: 'base64', media_type: 'image/png', data: jpeg }
  const { sent } = await send('/v1/messages', {
    ...{ model: 'gemini-2.5-flash', max_tokens: 9 },
    messages: [
      { role: 'user', content: 'Look.' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'look', input: {} }] },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 't1', content: [{ type: 'image', source }] }],
      },
    ],
  })
  expect(sent).toContain(JSON.stringify({ inlineData: { mimeType: 'image/jpeg', data: jpeg } }))
})

test('sound and documents are sent with the type of their bytes', async () => {
  const mp3 = Buffer.from('ID3\x04......').toString('base64')
  const sound = [{ type: 'input_audio', input_audio: { data: mp3, format: 'wav' } }]
  const gemini = await sendChat('gemini-2.5-flash', sound)
  expect(gemini.sent).toContain(JSON.stringify({ inlineData: { mimeType: 'audio/mp3', data: mp3 } }))
  const note = Buffer.from('# A note\n').toString('base64')
  const file = [{ type: 'file', file: { filename: 'a.pdf', file_data: `data:application/pdf;base64,${note}` } }]
  const anthropic = await sendChat('claude-sonnet-4-5', file)
  expect(anthropic.sent).toContain(
    JSON.stringify({ type: 'document', source: { type: 'text', media_type: 'text/plain', data: '# A note\n' } }).slice(
      0,
      -1,
    ),
  )
})
