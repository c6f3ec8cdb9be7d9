import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { openDatabase } from '../src/store/open-database.ts'
import { answerJson, answerRaw } from './answers.ts'
import { type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { startTestServer, type TestServer } from './test-server.ts'

type Wire = Record<string, unknown>

const model = 'doubao-seedance-2-0-260128'
const file = Buffer.from('the bytes of a film')
const quotaPerDollar = 500_000

/** Ark: tasks by id, and the files that it makes. */
let upstream: FakeUpstream
const states = new Map<string, Wire>()
let next: { status: number; body: Wire } | null = null
let count = 0
let server: TestServer
let key: string

beforeAll(async () => {
  upstream = await startFakeUpstream(async (exchange) => {
    const { method, path } = exchange.request
    if (path.startsWith('/file')) {
      const range = /^bytes=(\d+)-(\d+)$/.exec(exchange.request.headers.range ?? '')
      const part = range ? file.subarray(Number(range[1]), Number(range[2]) + 1) : file
      const head = range
        ? `HTTP/1.1 206 Partial Content\r\ncontent-range: bytes ${range[1]}-${range[2]}/${file.length}\r\n`
        : 'HTTP/1.1 200 OK\r\n'
      await answerRaw(`${head}content-type: video/mp4\r\ncontent-length: ${part.length}\r\n\r\n`, part)(exchange)
      return
    }
    if (method === 'GET') {
      const id = path.split('/').at(-1) ?? ''
      await answerJson(states.get(id) ?? { id, status: 'running' })(exchange)
      return
    }
    const other = next
    next = null
    if (other) {
      await answerJson(other.body, { status: other.status })(exchange)
      return
    }
    count += 1
    const id = `cgt-${count}`
    states.set(id, { id, status: 'queued' })
    await answerJson({ id })(exchange)
  })
  server = await startTestServer('SQLite', { OUTBOUND_ALLOW: new URL(upstream.url).host })
  await server.api('root').put('/api/option/', { key: 'SecondPrice', value: JSON.stringify({ [model]: 0.1 }) })
  await server.addChannel(upstream.url, { type: 45, key: 'ark-key', models: model, groups: ['default'] })
  key = await server.makeToken('user')
})
afterAll(async () => {
  await server?.stop()
  await upstream?.close()
})

const readQuota = async () => (await server.self('user')).quota
const get = (path: string, secret = key, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers: { authorization: `Bearer ${secret}`, ...headers } })
const getJson = async (path: string, secret = key) => (await (await get(path, secret)).json()) as Wire

/** The poller looks every five seconds. */
async function until<T>(read: () => Promise<T>, isDone: (found: T) => boolean): Promise<T> {
  const giveUpAt = Date.now() + 45_000
  for (;;) {
    const found = await read()
    if (isDone(found)) return found
    if (Date.now() > giveUpAt) throw new Error(`still ${JSON.stringify(found)}`)
    await Bun.sleep(250)
  }
}

const succeeded = (id: string, more: Wire = {}): Wire => ({
  id,
  status: 'succeeded',
  content: { video_url: `${upstream.url}/file/${id}.mp4?sig=1` },
  usage: { completion_tokens: 108_900 },
  resolution: '720p',
  duration: 5,
  ...more,
})

test('a video is charged by the second, polled, delivered, and refunded when it fails', async () => {
  const before = await readQuota()
  const client = server.openai(key)
  const made = await client.videos.create({ model, prompt: 'a red kite', seconds: '8', size: '1280x720' })
  const sent = upstream.requests.at(-1)
  expect(sent?.headers.authorization).toBe('Bearer ark-key')
  expect(sent?.json()).toEqual({
    model,
    content: [{ type: 'text', text: 'a red kite' }],
    resolution: '720p',
    ratio: '16:9',
    duration: 8,
  })
  expect(made.id).toMatch(/^task_[0-9a-f]{32}$/)
  expect(made).toMatchObject({
    object: 'video',
    model,
    status: 'queued',
    progress: 0,
    completed_at: null,
    error: null,
    prompt: 'a red kite',
    seconds: '8',
    size: '1280x720',
  })
  expect(await readQuota()).toBe(before - 0.8 * quotaPerDollar)

  const failing = (await client.videos.create({ model, prompt: 'b', seconds: '4' })).id
  const shorter = (await client.videos.create({ model, prompt: 'c', seconds: '8' })).id
  const longer = (await client.videos.create({ model, prompt: 'd', seconds: '4' })).id
  const open = await get(`/v1/videos/${made.id}`)
  expect([open.status, open.headers.get('openai-poll-after-ms')]).toEqual([200, '5000'])
  states.set('cgt-1', succeeded('cgt-1', { duration: 8 }))
  states.set('cgt-2', {
    id: 'cgt-2',
    status: 'failed',
    error: { code: 'OutputVideoSensitiveContentDetected', message: `no: ark-key at ${upstream.url}` },
  })
  states.set('cgt-3', succeeded('cgt-3', { duration: 5.2 }))
  states.set('cgt-4', succeeded('cgt-4', { duration: 6 }))
  const done = await until(
    () => getJson(`/v1/videos/${made.id}`),
    ({ status }) => status === 'completed',
  )
  expect(done).toMatchObject({ progress: 100, expires_at: Number(done.completed_at) + 86_400 })
  expect(JSON.stringify(done)).not.toContain(upstream.url)
  // 8 s + 5 s + 6 s; the failed one is free.
  await until(readQuota, (left) => left === before - 1.9 * quotaPerDollar)
  expect(await getJson(`/v1/videos/${failing}`)).toMatchObject({
    status: 'failed',
    error: { code: 'content_policy_violation', message: 'no: *** at ***' },
  })
  expect(await getJson(`/v1/videos/${shorter}`)).toMatchObject({ status: 'completed' })
  expect(await getJson(`/v1/videos/${longer}`)).toMatchObject({ status: 'completed' })

  // The file
  const content = await client.videos.downloadContent(made.id)
  expect(Buffer.from(await content.arrayBuffer())).toEqual(file)
  expect(content.headers.get('content-type')).toBe('video/mp4')
  const part = await get(`/v1/videos/${made.id}/content`, key, { range: 'bytes=4-8' })
  expect([part.status, await part.text()]).toEqual([206, 'bytes'])
  expect(upstream.requests.at(-1)?.headers).not.toHaveProperty('authorization')
  const older = (await getJson(`/v1/video/generations/${made.id}`)).data as Wire
  expect(older).toMatchObject({ task_id: made.id, status: 'SUCCESS', progress: '100%' })
  const open2 = await fetch(String(older.result_url).replace(/^https?:\/\/[^/]+/, server.url))
  expect(await open2.text()).toBe('the bytes of a film')
  expect((await fetch(`${server.url}/v1/videos/${made.id}/content?proof=x`)).status).toBe(401)
  expect((await get(`/v1/videos/${made.id}/content?variant=thumbnail`)).status).toBe(404)
  expect((await get(`/v1/videos/${failing}/content`)).status).toBe(400)

  // Lists
  const list = await client.videos.list({ limit: 2 })
  expect(list.data.map(({ id }) => id)).toEqual([longer, shorter])
  const all = await Array.fromAsync(client.videos.list({ limit: 2, order: 'asc' }))
  expect(all.map(({ id }) => id)).toEqual([made.id, failing, shorter, longer])
  expect(await client.videos.delete(failing)).toEqual({ id: failing, object: 'video.deleted', deleted: true })
  expect((await get(`/v1/videos/${failing}`)).status).toBe(404)

  // Another account
  const other = await server.makeToken('admin')
  for (const path of ['', '/content']) expect((await get(`/v1/videos/${made.id}${path}`, other)).status).toBe(404)
  expect((await getJson('/v1/videos', other)).data).toEqual([])
}, 120_000)

test('what the model cannot make is refused before anything is charged or sent', async () => {
  const before = await readQuota()
  const sent = upstream.requests.length
  const refusals: [Wire, string][] = [
    [{ prompt: 'p', seconds: '3' }, 'this model makes no video of 3 seconds: 4–15'],
    [{ prompt: 'p', seconds: '-1' }, 'seconds is not a positive number'],
    [{ prompt: 'p', resolution: '360p' }, 'this model has no resolution 360p: 720p, 480p, 1080p, 4k'],
    [{ prompt: 'p', size: '1000x300' }, 'this model has no size or ratio 1000x300'],
    [{ prompt: 'p', last_frame: 'https://a.example/1.png' }, 'a last frame needs a first frame'],
    [{ prompt: 'p', input_reference: 'no address' }, 'input_reference is no file'],
    [{}, 'prompt'],
  ]
  for (const [body, words] of refusals) {
    const response = await server.relay(key, '/v1/videos', { model, ...body })
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(words)])
  }
  expect(upstream.requests.length).toBe(sent)
  const words = `not this: ark-key at ${upstream.url}`
  next = { status: 400, body: { error: { code: 'InputTextSensitiveContentDetected', message: words } } }
  const moderated = await server.relay(key, '/v1/videos', { model, prompt: 'p' })
  expect([moderated.status, await moderated.json()]).toMatchObject([
    400,
    { error: { code: 'content_policy_violation', message: expect.stringContaining('not this: *** at ***') } },
  ])
  const logged = await server.api('user').get<Wire>('/api/log/self?type=5')
  expect(JSON.stringify(logged)).toContain('not this')
  expect(JSON.stringify(logged)).not.toMatch(/ark-key|127\.0\.0\.1:/)

  // An id that leads the queries of the task elsewhere, and one that no upstream has.
  for (const id of ['..', 'a/../../x', 'x'.repeat(600)]) {
    next = { status: 200, body: { id } }
    expect((await server.relay(key, '/v1/videos', { model, prompt: 'p' })).status).toBe(502)
  }
  expect(await readQuota()).toBe(before)
})

test('the forms of other clients', async () => {
  const older = await server.relay(key, '/v1/video/generations', {
    model,
    prompt: 'p',
    duration: 5,
    images: ['https://a.example/1.png', 'https://a.example/2.png'],
    metadata: { watermark: true, duration: 15, frames: 900 },
  })
  expect((await older.json()) as Wire).toMatchObject({ code: 'success', data: { action: 'firstTailGenerate' } })
  expect(upstream.requests.at(-1)?.json()).toMatchObject({
    content: [
      { type: 'text' },
      { type: 'image_url', image_url: { url: 'https://a.example/1.png' }, role: 'first_frame' },
      { type: 'image_url', image_url: { url: 'https://a.example/2.png' }, role: 'last_frame' },
    ],
    duration: 5,
    watermark: true,
  })
  expect(upstream.requests.at(-1)?.json()).not.toHaveProperty('frames')
  expect(older.headers.get('x-sluice-dropped')).toBe('metadata.duration, metadata.frames')
  expect(await getJson('/v1/video/generations/none')).toMatchObject({ code: 'task_not_exist', data: null })

  const router = await server.relay(key, '/v1/videos', {
    model,
    prompt: 'p',
    duration: 5,
    resolution: '720p',
    aspect_ratio: '16:9',
    generate_audio: false,
  })
  const answer = (await router.json()) as Wire
  expect([router.status, answer]).toMatchObject([
    202,
    { status: 'pending', polling_url: `/api/v1/videos/${answer.id}` },
  ])
  expect(upstream.requests.at(-1)?.json()).toMatchObject({ ratio: '16:9', generate_audio: false })

  // The base of OpenRouter's clients is `…/api/v1`: the path decides, and its addresses lead back there.
  const byPath = await server.relay(key, '/api/v1/videos', { model, prompt: 'p', size: '1280x720' })
  const job = (await byPath.json()) as Wire
  expect([byPath.status, job]).toMatchObject([202, { status: 'pending', polling_url: `/api/v1/videos/${job.id}` }])
  const upstreamId = `cgt-${count}`
  states.set(upstreamId, succeeded(upstreamId))
  const done = await until(
    () => getJson(String(job.polling_url)),
    ({ status }) => status === 'completed',
  )
  expect(done).toMatchObject({
    unsigned_urls: [`/api/v1/videos/${job.id}/content?index=0`],
    usage: { cost: 0.5, is_byok: false },
  })
  expect(await (await get(String((done.unsigned_urls as string[])[0]))).text()).toBe(file.toString())
  expect((await fetch(`${server.url}${job.polling_url}`)).status).toBe(401)
  expect((await get('/api/v1/videos/none')).status).toBe(404)

  // LiteLLM's clients leave out `/v1`, and send Google's names.
  const lite = await server.relay(key, '/videos', {
    model,
    prompt: 'p',
    custom_llm_provider: 'openai',
    parameters: { durationSeconds: 6, aspectRatio: '9:16' },
  })
  expect([lite.status, await lite.json()]).toMatchObject([200, { object: 'video', status: 'queued', seconds: '6' }])
  expect(upstream.requests.at(-1)?.json()).toMatchObject({ ratio: '9:16', duration: 6 })
  expect(upstream.requests.at(-1)?.json()).not.toHaveProperty('custom_llm_provider')
  expect(await getJson(`/videos/${job.id}`)).toMatchObject({ id: job.id, status: 'completed' })
  expect((await fetch(`${server.url}/videos/${job.id}`)).headers.get('content-type')).toContain('text/html')

  const picture = new File([Buffer.from('iVBORw0KGgo=', 'base64')], 'a.png', { type: 'image/png' })
  await server.openai(key).videos.create({ model, prompt: 'p', input_reference: picture })
  expect(upstream.requests.at(-1)?.json().content).toMatchObject([
    { type: 'text' },
    { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' }, role: 'first_frame' },
  ])
})

test('Kling’s and Jimeng’s own forms', async () => {
  const kling = (await (
    await server.relay(key, '/kling/v1/videos/image2video', {
      model_name: model,
      prompt: 'p',
      image: 'https://a.example/1.png',
      mode: 'pro',
      duration: '5',
      sound: 'on',
    })
  ).json()) as { code: number; data: Wire; object: string }
  expect(kling).toMatchObject({ code: 0, object: 'video', data: { task_status: 'submitted' } })
  expect(upstream.requests.at(-1)?.json()).toMatchObject({ resolution: '1080p', duration: 5, generate_audio: true })
  const found = await getJson(`/kling/v1/videos/image2video/${kling.data.task_id}`)
  expect(found).toMatchObject({ code: 0, data: { task_id: kling.data.task_id } })

  const submit = '/jimeng/?Action=CVSync2AsyncSubmitTask&Version=2022-08-31'
  const jimeng = (await (
    await server.relay(key, submit, { req_key: model, prompt: 'p', frames: 121, aspect_ratio: '16:9', seed: 7 })
  ).json()) as { code: number; data: Wire }
  expect(jimeng.code).toBe(10_000)
  expect(upstream.requests.at(-1)?.json()).toMatchObject({ duration: 5, ratio: '16:9', seed: 7 })
  const query = { req_key: model, task_id: String((jimeng.data as { task_id: unknown }).task_id) }
  expect((await server.relay(key, '/jimeng/?Action=CVSync2AsyncGetResult', query)).status).toBe(200)
  expect((await server.relay(key, '/jimeng/', query)).status).toBe(400)
})
test('the models for videos are listed in OpenRouter’s form', async () => {
  const setRules = (rules: object) =>
    server.api('root').put('/api/option/', { key: 'PriceRules', value: JSON.stringify(rules) })
  await setRules({ [model]: [{ when: { resolution: '1080p' }, set: { factor: 2.5 } }] })
  await server.addChannel(upstream.url, { type: 1, models: 'gpt-4o', groups: ['default'] })
  const listed = await getJson('/api/v1/videos/models')
  await setRules({})
  expect(listed).toEqual({
    data: [
      {
        id: model,
        canonical_slug: model,
        name: model,
        created: expect.any(Number),
        supported_resolutions: ['720p', '480p', '1080p', '4k'],
        supported_aspect_ratios: expect.arrayContaining(['16:9', '9:16']),
        supported_sizes: null,
        supported_durations: [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
        supported_frame_images: ['first_frame', 'last_frame'],
        generate_audio: true,
        seed: true,
        pricing_skus: { 'per-video-second': '0.1', 'per-video-second-1080p': '0.25' },
        allowed_passthrough_parameters: expect.any(Array),
      },
    ],
  })
  expect((await get('/api/v1/videos/models', 'sk-unknown')).status).toBe(401)
})
test('the playground makes videos with a session, and the task log shows them', async () => {
  const user = server.api('user')
  // Not the chat model on a host that passes on any video.
  const offered = await user.get<Wire[]>('/api/user/video_models')
  expect(offered.map((one) => one.model)).toEqual([model])
  expect(offered[0]).toMatchObject({
    model,
    seconds: [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    resolutions: ['720p', '480p', '1080p', '4k'],
    inputs: { first_frame: 1, last_frame: 1 },
  })
  const before = await readQuota()
  const send = (body: Wire) => user.request('POST', '/pg/videos', body)
  const make = async (body: Wire) => (await send(body)).body as unknown as Wire
  const made = await make({ model, group: '', prompt: 'a boat', seconds: '4' })
  expect(made).toMatchObject({ object: 'video', status: 'queued', seconds: '4' })
  expect(await readQuota()).toBe(before - 0.4 * quotaPerDollar)
  expect(upstream.requests.at(-1)?.json()).not.toHaveProperty('group')
  const path = `/pg/videos/${made.id}`
  expect((await user.request('GET', path)).body).toMatchObject({ id: made.id })
  expect((await fetch(server.url + path)).status).toBe(401)
  expect((await get(path)).status).toBe(400)
  expect((await server.api('admin').request('GET', path)).status).toBe(404)
  expect((await send({ model, group: 'secret', prompt: 'a boat' })).status).toBe(403)

  const find = async () => (await user.get<Wire[]>(`/api/task/self?platform=video&task_id=${made.id}`))[0]
  expect(await find()).toMatchObject({
    status: 'SUBMITTED',
    channel_id: 0,
    data: null,
    video: { model, seconds: 4, resolution: '720p', url: '', expires_at: 0, is_moderated: false },
  })
  const root = server.api('root')
  expect(await root.get<Wire[]>('/api/task/open')).toMatchObject([{ channel_id: 1, count: expect.any(Number) }])
  const own = `cgt-${count}`
  states.set(own, succeeded(own, { duration: 4 }))
  const done = await until(find, (row) => row?.status === 'SUCCESS')
  expect(JSON.stringify(done)).not.toContain(own)
  expect(JSON.stringify(done)).not.toContain(upstream.url)
  const { url, expires_at: expiresAt } = (done?.video ?? {}) as Wire
  expect(expiresAt).toBe(Number(done?.finish_time) + 86_400)
  expect(await (await fetch(server.url + url)).text()).toBe('the bytes of a film')

  const stuck = await make({ model, prompt: 'lost', seconds: '4' })
  const [row] = await root.get<Wire[]>(`/api/task/?task_id=${stuck.id}`)
  const held = await readQuota()
  const end = { result: 'failed', reason: 'the maker lost it' }
  expect(await root.post<Wire>(`/api/task/${row?.id}/end`, end)).toMatchObject({
    status: 'FAILURE',
    fail_reason: 'the maker lost it',
    is_refunded: true,
  })
  expect(await readQuota()).toBe(held + 0.4 * quotaPerDollar)
  await expect(root.post(`/api/task/${row?.id}/end`, end)).rejects.toThrow('The task has ended already.')
  await expect(user.post(`/api/task/${row?.id}/end`, end)).rejects.toThrow()
  expect(await readQuota()).toBe(held + 0.4 * quotaPerDollar)
}, 120_000)

test('a maker that calls back is asked at once, and its words are not believed', async () => {
  const root = server.api('root')
  const before = await readQuota()
  await server.relay(key, '/v1/videos', { model, prompt: 'no callback', seconds: '4' })
  expect(upstream.requests.at(-1)?.json()).not.toHaveProperty('callback_url')
  await root.put('/api/option/batch', {
    options: [
      { key: 'ServerAddress', value: 'https://api.example' },
      { key: 'VideoCallbacksEnabled', value: 'true' },
    ],
  })
  const made = await server.openai(key).videos.create({ model, prompt: 'a callback', seconds: '4' })
  const address = String(upstream.requests.find((one) => one.body.includes('a callback'))?.json().callback_url)
  expect(address).toMatch(new RegExp(`^https://api\\.example/v1/videos/${made.id}/callback\\?secret=[\\w-]{43}$`))
  const call = (url: string, body: unknown) =>
    fetch(url.replace('https://api.example', server.url), { method: 'POST', body: JSON.stringify(body) })
  // The row is not due for a long time: only a callback lets the poller ask.
  const sqlitePath = join(server.database.environment.DATA_DIR, 'sluice.db')
  const store = await openDatabase({ dsn: '', sqlitePath, poolMax: 1, access: 'write' })
  const dueAt = Date.now() + 3_600_000
  await until(
    async () => {
      await store.db
        .updateTable('tasks')
        .set({ due_at: dueAt })
        .where('task_id', '=', made.id)
        .where('claim', '=', '')
        .execute()
      return await store.db.selectFrom('tasks').select('due_at').where('task_id', '=', made.id).executeTakeFirst()
    },
    (row) => row?.due_at === dueAt,
  )
  await store.close()
  const own = `cgt-${count}`
  const failed = { id: own, status: 'failed', error: { code: 'x', message: 'not true' } }
  for (const wrong of [
    address.slice(0, -1),
    address.replace(made.id, `task_${'0'.repeat(32)}`),
    address.split('?')[0] ?? '',
  ])
    expect((await call(wrong, failed)).status).toBe(403)
  expect((await fetch(address.replace('https://api.example', server.url))).status).toBe(405)
  expect((await call(address, 'x'.repeat(1_100_000))).status).toBe(413)
  states.set(own, succeeded(own, { duration: 4 }))
  for (let times = 0; times < 3; times++) expect((await call(address, failed)).status).toBe(200)
  const done = await until(
    () => getJson(`/v1/videos/${made.id}`),
    ({ status }) => status === 'completed' || status === 'failed',
  )
  expect(done).toMatchObject({ status: 'completed' })
  expect((await call(address, failed)).status).toBe(200)
  expect(await getJson(`/v1/videos/${made.id}`)).toMatchObject({ status: 'completed' })
  expect(await readQuota()).toBe(before - 0.8 * quotaPerDollar)
}, 120_000)
