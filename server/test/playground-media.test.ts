import { afterAll, beforeAll, expect, test } from 'bun:test'
import { answerBytes, answerJson } from './answers.ts'
import { type MediaServer, silence, startMediaServer } from './media-server.ts'
import { awaitCallRow } from './usage-rows.ts'

// What the playground calls beside chat: with a session, paid from the balance of the account.

let media: MediaServer
beforeAll(async () => {
  media = await startMediaServer()
  await media.set('GroupRatio', { default: 1, vip: 0.5 })
  await media.set('UserUsableGroups', { default: 'standard', vip: 'fast' })
})
afterAll(() => media?.stop())

const headers = (): Record<string, string> => ({
  origin: media.server.url,
  cookie: `session=${media.server.api('root').session}`,
  'new-api-user': String(media.server.api('root').user.id),
})
const post = (path: string, body: object) =>
  fetch(`${media.server.url}/pg/${path}`, {
    method: 'POST',
    headers: { ...headers(), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

test('a picture, speech and vectors are made in the group that the body names', async () => {
  media.upstream.answerWith(answerJson({ created: 1, data: [{ b64_json: 'AA' }] }))
  const picture = await post('images/generations', { model: 'dall-e-3', prompt: 'a gate', group: '' })
  expect(await picture.json()).toMatchObject({ data: [{ b64_json: 'AA' }] })
  expect(await awaitCallRow(media.server, picture)).toMatchObject({ token_id: 0, token_name: 'playground-default' })
  expect(media.upstream.requests[0]?.path).toBe('/v1/images/generations')
  expect(media.upstream.requests[0]?.json()).not.toHaveProperty('group')

  media.upstream.answerWith(answerBytes(new Uint8Array([0xff, 0xfb]), { 'content-type': 'audio/mpeg' }))
  const speech = await post('audio/speech', { model: 'tts-1', input: 'Hello', voice: 'alloy' })
  expect((await speech.arrayBuffer()).byteLength).toBe(2)

  const data = [{ object: 'embedding', index: 0, embedding: [0.5] }]
  media.upstream.answerWith(answerJson({ object: 'list', data, usage: { prompt_tokens: 2, total_tokens: 2 } }))
  const vectors = await post('embeddings', { model: 'text-embedding-3-small', input: 'Hello' })
  expect(await vectors.json()).toMatchObject({ data: [{ embedding: [0.5] }] })
})

test('a recording is sent as a form, whose group is in a header', async () => {
  media.upstream.answerWith(answerJson({ text: 'Hello' }))
  const send = (group: string) => {
    const form = new FormData()
    form.set('model', 'whisper-1')
    form.set('file', silence(1))
    return fetch(`${media.server.url}/pg/audio/transcriptions`, {
      method: 'POST',
      headers: { ...headers(), 'new-api-group': group },
      body: form,
    })
  }
  const answer = await send('default')
  expect(await answer.json()).toEqual({ text: 'Hello' })
  expect(await awaitCallRow(media.server, answer)).toMatchObject({ token_name: 'playground-default' })
  const sent = media.upstream.requests.at(-1)
  expect(sent?.path).toBe('/v1/audio/transcriptions')
  expect(sent?.headers).not.toHaveProperty('new-api-group')
  expect((await send('secret')).status).toBe(403)
})

test('without a session, and from other sites, nothing is called', async () => {
  const before = media.upstream.requests.length
  for (const path of ['images/generations', 'audio/speech', 'audio/transcriptions', 'embeddings']) {
    const call = (more: Record<string, string>) =>
      fetch(`${media.server.url}/pg/${path}`, { method: 'POST', headers: { ...headers(), ...more }, body: '{}' })
    expect((await call({ cookie: '' })).status).toBe(401)
    expect((await call({ origin: 'https://evil.example' })).status).toBe(403)
  }
  expect(media.upstream.requests).toHaveLength(before)
})
