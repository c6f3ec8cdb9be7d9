import { expect } from 'bun:test'
import { explainCharge } from '@sluice/contract/explain-charge'
import { answerJson } from './answers.ts'
import type { EngineName } from './databases.ts'
import { type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { newestCharge, type ReadRow } from './usage-rows.ts'

/** Models of non-text calls, with prices that are easy to bill by hand. QuotaPerUnit is 500 000. */
const fixedPrices = { 'dall-e-3': 0.04, 'dall-e': 0.002, 'rerank-v3.5': 0.002 }
const ratios = {
  'dall-e-2': 8,
  'gpt-image-1': 2.5,
  'my-image': 2.5,
  'tts-1': 7.5,
  'gpt-4o-mini-tts': 10,
  'whisper-1': 3,
  'gpt-4o-transcribe': 1.25,
  'omni-moderation-latest': 0,
  'text-moderation-stable': 10,
  'bge-reranker': 2,
  'text-embedding-3-small': 1,
  'plain-voice': 10,
  'house-tts': 10,
}
/** Dollars a second, and dollars for a million characters. */
const secondPrices = { 'by-second': 0.001 }
const characterPrices = { 'by-character': 15 }
const mediaModels = [fixedPrices, ratios, secondPrices, characterPrices, { 'no-price': 0 }].flatMap((table) =>
  Object.keys(table),
)

export interface MediaServer {
  server: TestServer
  upstream: FakeUpstream
  key: string
  set(key: string, value: unknown): Promise<unknown>
  /** The change of the balance by the call; its row shows the same sum. */
  expectCharged(call: () => Promise<unknown>): Promise<ReadRow>
  /** Status and code of a call that must neither reach the upstream nor move money. */
  expectRefused(call: () => Promise<Response>): Promise<{ status: number; code: unknown; message: string }>
  post(path: string, body: unknown, init?: RequestInit): Promise<Response>
  postForm(path: string, fields: Record<string, string | Blob>): Promise<Response>
  stop(): Promise<void>
}

export async function startMediaServer(
  engine: EngineName = 'SQLite',
  environment: Record<string, string> = {},
): Promise<MediaServer> {
  const upstream = await startFakeUpstream(answerJson({}))
  const server = await startTestServer(engine, { OUTBOUND_ALLOW: new URL(upstream.url).host, ...environment })
  const set = (key: string, value: unknown) =>
    server.api('root').put('/api/option/', { key, value: typeof value === 'string' ? value : JSON.stringify(value) })
  await set('ModelPrice', fixedPrices)
  await set('ModelRatio', ratios)
  await set('SecondPrice', secondPrices)
  await set('CharacterPrice', characterPrices)
  await set('CompletionRatio', {
    'gpt-image-1': 8,
    'gpt-4o-transcribe': 4,
    'gpt-4o-mini-tts': 2,
    'house-tts': 20,
  })
  await set('ImageRatio', { 'gpt-image-1': 2 })
  await set('AudioRatio', { 'gpt-4o-transcribe': 2, 'gpt-4o-mini-tts': 5 })
  await server.addChannel(upstream.url, {
    models: mediaModels.join(','),
    model_mapping: JSON.stringify({ 'my-image': 'gpt-image-1' }),
  })
  const key = await server.makeToken('user')
  const balance = async () => (await server.self('user')).quota
  return {
    server,
    upstream,
    key,
    set,
    async expectCharged(call) {
      const before = await balance()
      const answer = await call()
      // Streams are settled at their end.
      if (answer instanceof Response && !answer.bodyUsed) await answer.arrayBuffer()
      const row = await newestCharge(server)
      expect(before - (await balance())).toBe(row.quota)
      const sum = (explainCharge(row) ?? []).reduce((total, line) => total + Number(line.amount), 0)
      expect(Math.abs(sum - row.quota)).toBeLessThanOrEqual(0.5)
      return row
    },
    async expectRefused(call) {
      const [before, sent] = [await balance(), upstream.requests.length]
      const response = await call()
      const { error } = (await response.json()) as { error: { code: unknown; message: string } }
      expect(upstream.requests.length).toBe(sent)
      expect(await balance()).toBe(before)
      return { status: response.status, code: error.code, message: error.message }
    },
    post: (path, body, init) => server.relay(key, path, body, init),
    postForm(path, fields) {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.append(name, value)
      return fetch(server.url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
        body: form,
      })
    },
    async stop() {
      await server.stop()
      await upstream.close()
    },
  }
}

/** Silence as a wav file: 8000 samples a second of two bytes. */
export function silence(seconds: number): File {
  const data = Buffer.alloc(Math.round(seconds * 8_000) * 2)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + data.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(8_000, 24)
  head.writeUInt32LE(16_000, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(data.length, 40)
  return new File([head, data], 'silence.wav', { type: 'audio/wav' })
}
