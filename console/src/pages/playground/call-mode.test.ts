import { expect, test } from 'bun:test'
import { buildModeBody, callMode, type ModeInput } from './call-mode.ts'
import type { CallMode } from './mode-models.ts'

const input: ModeInput = { text: 'a gate', size: '', count: 1, voice: 'alloy', language: '', file: null }
const bodyOf = (mode: CallMode, more: Partial<ModeInput> = {}, model = 'm') => {
  const body = buildModeBody({ mode, model, group: 'vip', input: { ...input, ...more } })
  return typeof body === 'string' ? JSON.parse(body) : body
}

test('each mode sends what was filled in, and nothing else', () => {
  expect(bodyOf('picture')).toEqual({ model: 'm', group: 'vip', prompt: 'a gate', n: 1 })
  expect(bodyOf('picture', { size: '1024x1024' }, 'dall-e-3')).toMatchObject({
    size: '1024x1024',
    response_format: 'b64_json',
  })
  expect(bodyOf('speech')).toEqual({ model: 'm', group: 'vip', input: 'a gate', voice: 'alloy' })
  expect(bodyOf('embedding')).toEqual({ model: 'm', group: 'vip', input: 'a gate' })
})

test('a recording is a form without the group', () => {
  const file = new File(['x'], 'a.wav')
  const body = buildModeBody({ mode: 'transcript', model: 'm', group: 'vip', input: { ...input, file } })
  expect([...(body as FormData).keys()]).toEqual(['model', 'file'])
})

const answerTo = (mode: CallMode, response: Response) => {
  const dependencies = {
    fetch: async () => response,
    wait: async () => {},
    now: () => 0,
    language: () => 'en',
    onUnauthorised: () => {},
    sentences: { status: String, unreadable: () => 'unreadable', unreachable: () => 'unreachable', cut: () => 'cut' },
  }
  const signal = new AbortController().signal
  return callMode(dependencies, { mode, model: 'm', group: '', input, userId: 1, signal })
}

test('pictures of the answer are shown, those at another address are links', async () => {
  const data = [{ b64_json: 'AA' }, { url: 'https://img.example/a.png' }, { url: 'javascript:alert(1)' }]
  expect(await answerTo('picture', Response.json({ data }))).toMatchObject({
    result: { pictures: ['data:image/png;base64,AA'], links: ['https://img.example/a.png'] },
  })
})

test('transcripts, vectors and sound are read; an unreadable answer is named', async () => {
  expect(await answerTo('transcript', Response.json({ text: 'Hi' }))).toMatchObject({ result: { text: 'Hi' } })
  expect(await answerTo('transcript', new Response('Hi'))).toMatchObject({ result: { text: 'Hi' } })
  const data = [{ embedding: [1, 2] }]
  expect(await answerTo('embedding', Response.json({ data }))).toMatchObject({ result: { vector: [1, 2] } })
  expect(await answerTo('speech', new Response('abc'))).toMatchObject({ ok: true })
  expect(await answerTo('embedding', Response.json({ data: [] }))).toMatchObject({ ok: false, error: 'unreadable' })
})

test('a refusal has the message of the server', async () => {
  const refused = Response.json({ error: { message: 'used up' } }, { status: 403 })
  expect(await answerTo('picture', refused)).toMatchObject({ ok: false, error: 'used up' })
})
