import { beforeAll, expect, test } from 'bun:test'
import type { Task } from '@sluice/contract/task'
import { answerJson, answerText } from './answers.ts'
import { startFakeTaskUpstream } from './fake-task-upstream.ts'
import { forTests } from './for-tests.ts'
import { startTestServer } from './test-server.ts'

type Wire = Record<string, unknown>

/** Dollars of the default price list × 500 000 units. */
const price = { music: 50_000, lyrics: 5_000 }

const upstream = forTests(startFakeTaskUpstream)
const server = forTests(startTestServer)
let channelId: number
let key: string
beforeAll(async () => {
  channelId = await server.addChannel(upstream.url, {
    type: 36,
    key: 'suno-key',
    models: 'suno_music,suno_lyrics',
    groups: ['default'],
  })
  key = await server.makeToken('user')
})

const post = async (path: string, body: unknown, secret = key) => {
  const response = await server.relay(secret, path, body)
  return { status: response.status, body: (await response.json()) as Wire }
}
const get = async (path: string, secret = key) => {
  const response = await fetch(server.url + path, { headers: { authorization: `Bearer ${secret}` } })
  return { status: response.status, body: (await response.json()) as Wire }
}
const readQuota = async () => (await server.self('user')).quota

/** The poller runs every 15 seconds by itself. */
async function until<T>(read: () => Promise<T>, isDone: (found: T) => boolean): Promise<T> {
  const giveUpAt = Date.now() + 45_000
  for (;;) {
    const found = await read()
    if (isDone(found)) return found
    if (Date.now() > giveUpAt) throw new Error(`still ${JSON.stringify(found)}`)
    await Bun.sleep(250)
  }
}

test('songs are charged when accepted, polled by the server itself, and refunded when they fail', async () => {
  const before = await readQuota()
  const submitted = await post('/suno/submit/music', {
    gpt_description_prompt: 'a song',
    notify_hook: 'https://x.example',
  })
  expect(submitted).toMatchObject({ status: 200, body: { code: 'success', message: '' } })
  const id = String(submitted.body.data)
  expect(upstream.submitted.at(-1)).toMatchObject({
    path: '/suno/submit/MUSIC',
    body: { gpt_description_prompt: 'a song', mv: 'chirp-v3-0' },
  })
  expect(upstream.submitted.at(-1)?.headers.authorization).toBe('Bearer suno-key')
  expect(upstream.submitted.at(-1)?.body).not.toHaveProperty('notify_hook')
  expect(await readQuota()).toBe(before - price.music)
  const lyrics = String((await post('/suno/submit/LYRICS', { prompt: 'of the sea' })).body.data)
  expect(await readQuota()).toBe(before - price.music - price.lyrics)
  expect((await get(`/suno/fetch/${id}`)).body).toMatchObject({
    code: 'success',
    data: { task_id: id, action: 'MUSIC', status: 'SUBMITTED', progress: '0%', data: null },
  })

  const songs = [{ id: 'clip-1', audio_url: 'https://songs.example/1.mp3', title: 'Song', status: 'complete' }]
  upstream.reportTask(id, { status: 'SUCCESS', progress: '100%', start_time: 1_700_000_000, data: songs })
  upstream.reportTask(lyrics, { status: 'FAILURE', fail_reason: 'moderated' })
  const done = await until(
    async () => (await get(`/suno/fetch/${id}`)).body.data as Wire,
    (task) => task.status === 'SUCCESS',
  )
  expect(done).toMatchObject({ progress: '100%', start_time: 1_700_000_000, data: songs })
  await until(readQuota, (left) => left === before - price.music)

  const list = await post('/suno/fetch', { ids: [id, lyrics, 'none'], action: 'LYRICS' })
  expect(list.body.data).toMatchObject([{ task_id: lyrics, status: 'FAILURE', fail_reason: 'moderated' }])
  const others = await server.makeToken('admin')
  expect((await post('/suno/fetch', { ids: [id] }, others)).body.data).toEqual([])
  expect(await get(`/suno/fetch/${id}`, others)).toMatchObject({
    status: 400,
    body: { code: 'task_not_exist', data: null },
  })

  const rows = await server.api('user').get<Task[]>('/api/task/self?platform=suno')
  expect(rows).toMatchObject([
    {
      task_id: lyrics,
      action: 'LYRICS',
      is_refunded: true,
      properties: { input: 'of the sea' },
      channel_id: 0,
    },
    { task_id: id, action: 'MUSIC', status: 'SUCCESS', is_refunded: false, quota: price.music, data: songs },
  ])
  const all = await server.api('root').get<Task[]>(`/api/task/?channel_id=${channelId}&status=success`)
  expect(all.map((task) => task.task_id)).toEqual([id])
  expect(await server.api('root').get<Task[]>('/api/task/?channel_id=999')).toEqual([])
}, 120_000)

test('an extension of a clip goes to the channel of the clip', async () => {
  const first = String((await post('/suno/submit/music', { prompt: 'la', title: 'one' })).body.data)
  await server.addChannel(upstream.url, { type: 36, key: 'other', models: 'suno_music', priority: 9 })
  expect((await post('/suno/submit/music', { prompt: 'new' })).status).toBe(200)
  expect(upstream.submitted.at(-1)?.headers.authorization).toBe('Bearer other')
  upstream.reportTask(first, { status: 'SUCCESS', progress: '100%', data: [{ id: 'clip', status: 'complete' }] })
  await until(
    async () => (await get(`/suno/fetch/${first}`)).body.data as Wire,
    (task) => task.status === 'SUCCESS',
  )
  const extension = { prompt: 'more', continue_clip_id: 'clip', continue_at: 30, task_id: first }
  expect((await post('/suno/submit/music', extension)).status).toBe(200)
  expect(upstream.submitted.at(-1)?.headers.authorization).toBe('Bearer suno-key')
  expect((await post('/suno/submit/music', { ...extension, task_id: 'none' })).body.code).toBe('task_not_exist')
  // Clips of other accounts are stored in the same account of the provider.
  for (const clip of [
    { continue_clip_id: 'another' },
    { cover_clip_id: 'another' },
    { continue_clip_id: ['clip', 'another'] },
    { clip_ids: ['another'] },
    { metadata: { cover_clip_id: 'another' } },
  ])
    expect((await post('/suno/submit/music', { ...extension, ...clip })).body.code).toBe('task_not_exist')
})

test('impossible requests are refused before money moves, in the format of this API', async () => {
  const before = await readQuota()
  expect((await post('/suno/submit/video', {})).body).toMatchObject({ code: 'invalid_action', data: null })
  expect((await post('/suno/submit/lyrics', {})).body.code).toBe('prompt_empty')
  const poor = await server.makeToken('user', { unlimited_quota: false, remain_quota: 10 })
  expect(await post('/suno/submit/music', { prompt: 'x' }, poor)).toMatchObject({
    status: 403,
    body: { code: 'quota_not_enough' },
  })
  expect((await post('/suno/submit/music', { prompt: 'x' }, 'sk-nobody')).status).toBe(401)
  upstream.submitWith(answerJson({ code: 'failed', message: 'no credits', data: null }))
  expect(await post('/suno/submit/music', { prompt: 'x' })).toMatchObject({
    status: 500,
    body: { code: 'failed', message: 'no credits' },
  })
  // Both channels are called.
  const down = answerText('down', { status: 503 })
  upstream.submitWith(down, down)
  expect(await post('/suno/submit/music', { prompt: 'x' })).toMatchObject({
    status: 503,
    body: { code: 'fail_to_fetch_task' },
  })
  expect(await readQuota()).toBe(before)
})

test('channels for tasks are not tested, and models are offered for them', async () => {
  const { body } = await server.api('root').request('GET', `/api/channel/test/${channelId}`)
  expect(body).toMatchObject({ success: false, message: expect.stringContaining('cannot be tested') })
  const offered = await server.api('root').get<Record<string, string[]>>('/api/models')
  expect(offered['36']).toEqual(['suno_music', 'suno_lyrics'])
  expect(offered['2']).toContain('mj_imagine')
  expect(offered['5']).toContain('swap_face')
  const chat = await post('/v1/chat/completions', {
    model: 'suno_music',
    messages: [{ role: 'user', content: 'hi' }],
  })
  expect(chat.status).toBe(501)
})
