import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { forTests } from '../../../test/for-tests.ts'
import { startTestNode } from '../../ledger/test-node.ts'
import { serveLocally } from '../../platform/test-port.ts'
import { createTokenCache } from '../../relay/upstream/token-cache.ts'
import type { TaskRow } from '../../store/schema.ts'
import { engines } from '../../store/test-databases.ts'
import { newTestTask } from '../../store/test-tasks.ts'
import { createVideoOpener } from './open-video.ts'

// Files in the answers of a maker, over HTTP.

const [sqlite] = engines
if (!sqlite) throw new Error('no database')
const node = forTests(() => startTestNode(sqlite))
const film = Buffer.alloc(300_000, 'the bytes of a film')
const key = 'AQ.express-mode-key'
const unused = new AbortController().signal
let maker: Bun.Server<undefined>
let answer: (request: Request) => Response | Promise<Response>
let asked: { method: string; path: string; key: string | null; body: string }[] = []
let followed: string[] = []
let channelId: number

beforeAll(async () => {
  maker = serveLocally(async (request) => {
    const body = await request.text()
    const headers = request.headers.get('x-goog-api-key')
    asked.push({ method: request.method, path: new URL(request.url).pathname, key: headers, body })
    return await answer(request)
  })
  channelId = await node.addChannel({ type: 41, base_url: `http://127.0.0.1:${maker.port}`, models: 'm' }, key)
})
afterAll(() => maker.stop(true))
beforeEach(() => {
  asked = []
  followed = []
})

const within = { json: { operationName: 'op' }, name: 'bytesBase64Encoded', index: 0 }
const documentOf = (file: Buffer) =>
  JSON.stringify({ done: true, response: { videos: [{ bytesBase64Encoded: file.toString('base64') }] } })

function open(output: { url?: string; within?: typeof within }, range = ''): Promise<Response> {
  const followAddress = async (url: string) => {
    followed.push(url)
    return new Response('from elsewhere')
  }
  const tokens = createTokenCache(node.clock)
  const openVideo = createVideoOpener({ ...node, callUpstream: node.createCaller(), tokens, followAddress })
  const row = { ...newTestTask({ platform: 'video', user_id: 1, channel_id: channelId, key_mark: null }), id: 1 }
  const url = output.url ?? `http://127.0.0.1:${maker.port}/v1/m:fetchPredictOperation`
  return openVideo(row as TaskRow, { ...output, url, needsKey: true }, range === '' ? {} : { range }, unused)
}

test('a file in an answer is decoded as it arrives, and asked for with the channel’s key', async () => {
  answer = () => new Response(documentOf(film))
  const file = await open({ within }, 'bytes=0-1')
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'video/mp4'])
  expect(Buffer.from(await file.arrayBuffer()).equals(film)).toBe(true)
  const body = JSON.stringify(within.json)
  expect(asked).toEqual([{ method: 'POST', path: '/v1/m:fetchPredictOperation', key, body }])
})

test('an answer without the file is a missing file, and a refusal keeps its status', async () => {
  answer = () => new Response(documentOf(Buffer.alloc(0)).replace('bytesBase64Encoded', 'gcsUri'))
  expect((await open({ within })).status).toBe(404)
  answer = () => new Response('{"error":{"code":404}}', { status: 404 })
  expect((await open({ within })).status).toBe(404)
  answer = () => new Response('{}', { status: 503 })
  expect((await open({ within })).status).toBe(503)
})

test('a cut answer ends the file with an error', async () => {
  answer = () => new Response(documentOf(film).slice(0, -200))
  const file = await open({ within })
  await expect(file.arrayBuffer()).rejects.toThrow('cut')
})

test('another address gets no key, whatever the stored result says', async () => {
  const file = await open({ url: 'https://files.example/v.mp4' })
  expect(await file.text()).toBe('from elsewhere')
  expect([followed, asked]).toEqual([['https://files.example/v.mp4'], []])
})
