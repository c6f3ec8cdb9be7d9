import { expect, test } from 'bun:test'
import { readShellWords } from '../../../test/shell-words.ts'
import { buildCurl } from './build-curl.ts'
import { logRow } from './test-rows.ts'

const curl = (path: string, more = {}) =>
  buildCurl(logRow({ model_name: "it's", detail: { path }, ...more }), 'https://a.b')

test('a call to each format has its address, its header and its body, and no key', async () => {
  const chat = curl('/v1/chat/completions', { is_stream: true }) ?? ''
  expect(chat).toContain('https://a.b/v1/chat/completions')
  expect(chat).toContain('"Authorization: Bearer $SLUICE_KEY"')
  expect((await readShellWords(chat)).at(-1)).toBe(
    JSON.stringify({ model: "it's", messages: [{ role: 'user', content: 'Hello' }], stream: true }),
  )
  expect(curl('/v1/messages')).toContain('x-api-key: $SLUICE_KEY')
  expect(curl('/v1beta/models/gemini:generateContent')).toContain('"contents"')
  expect(curl('/v1/videos')).toContain(`-d '{"model":"it'\\''s"}'`)
})

test('a row without its path, or without a model, has none', () => {
  expect(buildCurl(logRow({ detail: {} }), '')).toBeNull()
  expect(curl('/v1/models', { model_name: '' })).toBeNull()
})
