import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { bucketKey, startTestBucket } from '../src/tasks/files/test-bucket.ts'
import { answerJson, answerRaw } from './answers.ts'
import { type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { waitUntil } from './wait-until.ts'

// A maker that loses its files at once, and the copies that stay.

type Wire = Record<string, unknown>

const model = 'doubao-seedance-2-0-260128'
const film = 'the bytes of a film'
const daySeconds = 86_400
const bucket = startTestBucket()
let upstream: FakeUpstream
let server: TestServer
let key: string
let count = 0
/** Bodies of the files, by the id of the task. */
const files = new Map<string, string>()
let isLost = false

beforeAll(async () => {
  upstream = await startFakeUpstream(async (exchange) => {
    const { method, path } = exchange.request
    const id = path.split('/').at(-1) ?? ''
    if (path.startsWith('/file')) {
      const body = files.get(id) ?? film
      const head = isLost ? 'HTTP/1.1 404 Not Found\r\n' : 'HTTP/1.1 200 OK\r\n'
      const bytes = Buffer.from(isLost ? '' : body)
      return answerRaw(`${head}content-type: video/webm\r\ncontent-length: ${bytes.length}\r\n\r\n`, bytes)(exchange)
    }
    if (method === 'GET')
      return answerJson({ id, status: 'succeeded', content: { video_url: `${upstream.url}/file/${id}` }, duration: 4 })(
        exchange,
      )
    count += 1
    return answerJson({ id: `cgt-${count}` })(exchange)
  })
  const hosts = [upstream.url, bucket.url].map((url) => new URL(url).host)
  server = await startTestServer('SQLite', { OUTBOUND_ALLOW: hosts.join(',') })
  await server.api('root').put('/api/option/', { key: 'SecondPrice', value: JSON.stringify({ [model]: 0.01 }) })
  await server.addChannel(upstream.url, { type: 45, key: 'ark-key', models: model, groups: ['default'] })
  key = await server.makeToken('user')
})
afterAll(async () => {
  await server?.stop()
  await upstream?.close()
  bucket.close()
})

const set = (options: Record<string, string | number>) =>
  server.api('root').put('/api/option/batch', {
    options: Object.entries(options).map(([name, value]) => ({ key: name, value: String(value) })),
  })
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(server.url + path, { method, headers: { authorization: `Bearer ${key}`, ...headers } })
const read = async (id: string) => (await (await get(`/v1/videos/${id}`)).json()) as Wire
/** The days that the file of the video lives after its end. */
const daysOf = ({ completed_at: end, expires_at: until }: Wire) => (Number(until) - Number(end)) / daySeconds

async function make(): Promise<string> {
  const made = await server.relay(key, '/v1/videos', { model, prompt: 'a red kite', seconds: '4' })
  return String(((await made.json()) as Wire).id)
}
const untilKept = (id: string) =>
  waitUntil('the copy', async () => daysOf(await read(id)) > 1.5, { timeoutMs: 45_000, pauseMs: 250 })
const untilDone = (id: string) =>
  waitUntil('the end', async () => (await read(id)).status === 'completed', { timeoutMs: 45_000, pauseMs: 250 })
const folderFiles = () => {
  const folder = join(server.database.environment.DATA_DIR, 'media')
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.includes('/'))
}

test('a finished video is copied to a folder, and stays when its maker has lost it', async () => {
  await set({ MediaCopies: 'folder', MediaCopyDays: 2 })
  isLost = true
  const id = await make()
  await untilDone(id)
  expect((await get(`/v1/videos/${id}/content`)).status).toBe(404)
  // The next attempt finds it.
  isLost = false
  await untilKept(id)
  isLost = true
  expect(Math.round(daysOf(await read(id)))).toBe(2)
  const [task] = await server.api('user').get<Wire[]>(`/api/task/self?platform=video&task_id=${id}`)
  const shown = (task?.video ?? {}) as Wire
  expect(shown.expires_at).toBe((await read(id)).expires_at)
  const path = `/v1/videos/${id}/content`
  const whole = await get(path)
  expect([whole.status, whole.headers.get('content-type'), await whole.text()]).toEqual([200, 'video/webm', film])
  expect(whole.headers.get('accept-ranges')).toBe('bytes')
  const etag = whole.headers.get('etag') ?? ''
  const part = await get(path, { range: 'bytes=4-8', 'if-range': etag })
  expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 4-8/19', 'bytes'])
  const other = await get(path, { range: 'bytes=4-8', 'if-range': '"another"' })
  expect([other.status, await other.text()]).toEqual([200, film])
  expect((await get(path, { range: 'bytes=19-' })).status).toBe(416)
  const head = await get(path, { range: 'bytes=-5' }, 'HEAD')
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([206, '5', ''])

  expect(folderFiles()).toHaveLength(1)
  expect((await get(`/v1/videos/${id}`, {}, 'DELETE')).status).toBe(200)
  await waitUntil('the file is deleted', async () => folderFiles().length === 0, { timeoutMs: 30_000, pauseMs: 250 })
  isLost = false
}, 120_000)

test('to a bucket, within limits of a file and of an account; copies go with their account', async () => {
  const root = server.api('root')
  await set({
    MediaCopies: 'bucket',
    MediaCopyFileMb: 1,
    MediaCopyAccountMb: 1,
    MediaBucketEndpoint: bucket.url,
    MediaBucketName: 'films',
    MediaBucketRegion: bucketKey.region,
    MediaBucketKeyId: bucketKey.accessKeyId,
    MediaBucketSecret: bucketKey.secretAccessKey,
  })
  expect(JSON.stringify(await root.get('/api/option/'))).not.toContain(bucketKey.secretAccessKey)
  files.set(`cgt-${count + 1}`, 'x'.repeat(700_000))
  files.set(`cgt-${count + 2}`, 'x'.repeat(1_100_000))
  files.set(`cgt-${count + 3}`, 'x'.repeat(600_000))
  const [kept, large, beyond] = [await make(), await make(), await make()]
  await untilKept(kept)
  expect([...bucket.objects.keys()]).toEqual([expect.stringContaining(`${kept}-0-`)])
  for (const id of [large, beyond]) await untilDone(id)
  await waitUntil('the job has looked at all', async () => (await openFiles()).length === 0, { timeoutMs: 30_000 })
  isLost = true
  const part = await get(`/v1/videos/${kept}/content`, { range: 'bytes=0-9' })
  expect([part.status, await part.text()]).toEqual([206, 'xxxxxxxxxx'])
  expect(daysOf(await read(large))).toBe(1)
  expect(daysOf(await read(beyond))).toBe(1)
  expect((await get(`/v1/videos/${beyond}/content`)).status).toBe(404)
  expect(bucket.objects.size).toBe(1)

  // Its link needs no key.
  isLost = false
  const { data } = (await (await get(`/v1/video/generations/${large}`)).json()) as { data: { result_url: string } }
  const open = () => fetch(data.result_url.replace(/^https?:\/\/[^/]+/, server.url))
  expect((await open()).status).toBe(200)
  await root.delete(`/api/user/${(await server.self('user')).id}`)
  expect((await open()).status).toBe(404)
  await waitUntil('its copies are deleted', async () => bucket.objects.size === 0, { timeoutMs: 30_000, pauseMs: 250 })
}, 150_000)

async function openFiles() {
  const store = await server.database.open()
  try {
    return await store.db.selectFrom('task_files').select('id').where('phase', '=', 0).execute()
  } finally {
    await store.close()
  }
}
