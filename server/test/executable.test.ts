import { afterAll, beforeAll, expect, test } from 'bun:test'
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildExecutable } from '../../scripts/build-executable.ts'
import { readCommit } from '../src/version.ts'
import { fakeOpenAi } from './fake-openai.ts'
import { type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { startTestServer, type TestServer } from './test-server.ts'

/** A start with traces loads packages that other starts do not. */
const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }
let folder: string
let server: TestServer
let upstream: FakeUpstream
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-executable-test-'))
  const path = join(folder, 'sluice')
  const { TEST_EXECUTABLE: built } = process.env
  if (built) copyFileSync(built, path)
  else await buildExecutable(path)
  upstream = await startFakeUpstream(fakeOpenAi({ usage: null }))
  server = await startTestServer('SQLite', traced, { executable: { path, folder } })
  await server.addChannel(upstream.url)
}, 120_000)
afterAll(async () => {
  await server?.stop()
  await upstream?.close()
  rmSync(folder, { recursive: true, force: true })
})

test('the executable knows the commit that it was built from', async () => {
  const status = (await (await fetch(`${server.url}/api/status`)).json()) as { data: { commit: string } }
  expect(status.data.commit).toBe(readCommit() ?? '')
})

test('the executable contains the console and the viewer of the API', async () => {
  const page = await (await fetch(server.url)).text()
  const entry = /\/assets\/index-[\w-]+\.js/.exec(page)?.[0] ?? ''
  const code = await (await fetch(server.url + entry)).text()
  const script = `/assets/${/first-[\w-]+\.js/.exec(code)?.[0]}`
  for (const path of [script, '/api/docs/viewer.js', '/api/docs/viewer.css']) {
    const answer = await fetch(server.url + path)
    expect({ path, status: answer.status }).toEqual({ path, status: 200 })
    expect((await answer.text()).length).toBeGreaterThan(10_000)
  }
  const compressed = await fetch(server.url + script, { headers: { 'accept-encoding': 'br' } })
  expect(compressed.headers.get('content-encoding')).toBe('br')
})

test('its worker threads count tokens, find sensitive words and write charges', async () => {
  const words = Array.from({ length: 3_000 }, (_, index) => `sensitive${index}`)
  const options = {
    CheckSensitiveEnabled: 'true',
    CheckSensitiveOnPromptEnabled: 'true',
    SensitiveWords: words.join('\n'),
  }
  for (const [key, value] of Object.entries(options)) await server.api('root').put('/api/option/', { key, value })
  const client = server.openai(await server.makeToken('user'))
  const ask = (content: string) =>
    client.chat.completions.create({ model: 'gpt-4o-mini', messages: [{ role: 'user', content }] })
  const refusal = await ask('this is sensitive2999').catch((error: unknown) => error)
  expect(refusal).toMatchObject({ status: 400, code: 'sensitive_words_detected' })
  await ask('How long is the river?')
  const [row] = await server.logs('type=2')
  expect(row).toMatchObject({ model_name: 'gpt-4o-mini' })
  expect(row?.prompt_tokens).toBeGreaterThan(5)
})

test('it writes no file beside itself', () => {
  expect(readdirSync(folder)).toEqual(['sluice'])
})
