import { beforeAll, describe, expect, test } from 'bun:test'
import type { Channel } from '@sluice/contract/channel'
import type { DrawingTask } from '@sluice/contract/drawing'
import { channelStatus } from '@sluice/contract/roles'
import { answerError, answerJson, answerText } from './answers.ts'
import { engineNames } from './databases.ts'
import { picture, startFakeTaskUpstream } from './fake-task-upstream.ts'
import { forTests } from './for-tests.ts'
import { startTestServer } from './test-server.ts'
import { waitUntil } from './wait-until.ts'

type Wire = Record<string, unknown>

const drawingModels =
  'mj_imagine,mj_upscale,mj_variation,mj_reroll,mj_inpaint,mj_modal,mj_describe,mj_uploads,swap_face,mj_custom_zoom,mj_video'
/** Dollars of the default price list × 500 000 units. */
const price = { imagine: 50_000, upscale: 25_000, variation: 50_000, modal: 50_000, upload: 25_000 }

describe.each([...engineNames])('drawing tasks on %s', (engine) => {
  const upstream = forTests(startFakeTaskUpstream)
  const server = forTests(() =>
    startTestServer(engine, {
      UPDATE_TASK: 'false',
      OUTBOUND_ALLOW: new URL(upstream.url).host,
    }),
  )
  let channelId: number
  let key: string
  beforeAll(async () => {
    channelId = await server.addChannel(upstream.url, { type: 5, key: 'mj-secret', models: drawingModels })
    await setOption('ServerAddress', server.url)
    await setOption('MjNotifyEnabled', 'true')
    key = await server.makeToken('user', { unlimited_quota: false, remain_quota: 10_000_000 })
  })

  const setOption = (name: string, value: string) => server.api('root').put('/api/option/', { key: name, value })

  const post = async (path: string, body: unknown, secret = key) => {
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: { 'mj-api-secret': secret, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as Wire }
  }
  const get = async (path: string, secret = key) => {
    const response = await fetch(server.url + path, { headers: { 'mj-api-secret': secret } })
    return { status: response.status, body: (await response.json()) as Wire }
  }
  const submit = async (path: string, body: unknown): Promise<string> => {
    const { status, body: answer } = await post(path, body)
    expect({ status, code: answer.code, text: answer.description }).toMatchObject({ status: 200, code: 1 })
    return String(answer.result)
  }
  const readHook = (index = -1): string => String(upstream.submitted.at(index)?.body.notifyHook)
  const callBack = (body: Wire, hook = readHook()) =>
    fetch(hook, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })

  interface Money {
    quota: number
    used: number
    token: number
    channel: number
  }
  const readMoney = async (): Promise<Money> => {
    const [self, tokens, channels] = await Promise.all([
      server.self('user'),
      server.api('user').get<{ key: string; remain_quota: number }[]>('/api/token/?p=0&size=100'),
      server.api('root').get<{ id: number; used_quota: number }[]>('/api/channel/?p=0&page_size=100'),
    ])
    return {
      quota: self.quota,
      used: self.used_quota,
      token: tokens.find((token) => `sk-${token.key}` === key)?.remain_quota ?? Number.NaN,
      channel: channels.find((channel) => channel.id === channelId)?.used_quota ?? Number.NaN,
    }
  }
  const subtract = (before: Money, amount: number): Money => ({
    quota: before.quota - amount,
    used: before.used + amount,
    token: before.token - amount,
    channel: before.channel + amount,
  })

  test('a task is charged when it is accepted, is read from the database, and is visible only to its account', async () => {
    const before = await readMoney()
    const id = await submit('/mj/submit/imagine', { prompt: 'a river', state: 'mine' })
    expect(await readMoney()).toEqual(subtract(before, price.imagine))
    const sent = upstream.submitted.at(-1)
    expect(sent?.headers['mj-api-secret']).toBe('mj-secret')
    expect(sent?.body).toMatchObject({ prompt: 'a river', state: 'mine' })
    expect((await get(`/mj/task/${id}/fetch`)).body).toMatchObject({
      id,
      action: 'IMAGINE',
      prompt: 'a river',
      status: 'SUBMITTED',
      progress: '0%',
      imageUrl: '',
      buttons: null,
      properties: null,
      failReason: '',
    })
    const [row] = await server.logs('type=2')
    expect(row).toMatchObject({
      model_name: 'mj_imagine',
      quota: price.imagine,
      content: `IMAGINE, ID ${id}`,
    })
    expect(JSON.parse(row?.other ?? '{}')).toMatchObject({ model_price: 0.1, group_ratio: 1 })

    const others = await server.makeToken('admin')
    expect(await get(`/mj/task/${id}/fetch`, others)).toMatchObject({
      status: 400,
      body: { code: 4, description: expect.stringContaining('task_not_found') },
    })
    expect((await post('/mj/task/list-by-condition', { ids: [id] }, others)).body).toEqual([] as never)
    expect((await post('/mj/submit/change', { taskId: id, action: 'REROLL' }, others)).status).toBe(400)
    expect((await post('/mj/task/list-by-condition', { ids: [id, 'none'] })).body).toMatchObject([{ id }])
    expect((await get(`/mj/task/${id}/image-seed`)).body).toMatchObject({ code: 1, result: '4711' })
  })

  test('extra slashes in the address make the same task', async () => {
    await submit('//mj//submit/imagine/', { prompt: 'a river' })
    expect(upstream.submitted.at(-1)?.path).toBe('/mj/submit/imagine')
  })

  test('the callback updates a task, and its picture has an unguessable address', async () => {
    const id = await submit('/mj-fast/mj/submit/imagine', { prompt: 'hills' })
    expect(upstream.submitted.at(-1)?.path).toBe('/mj/submit/imagine')
    const raw = `${upstream.url}/pictures/1.png`
    await callBack({
      id,
      status: 'IN_PROGRESS',
      progress: '40%',
      imageUrl: raw,
      startTime: 1_700_000_000_000,
    })
    const begun = (await get(`/mj/task/${id}/fetch`)).body
    expect(begun).toMatchObject({ status: 'IN_PROGRESS', progress: '40%', startTime: 1_700_000_000_000 })
    expect(String(begun.imageUrl)).toContain('?rand=')
    await callBack({ id, status: 'SUBMITTED', progress: '10%' })
    await callBack({ id, status: 'IN_PROGRESS', progress: '30%' })
    expect((await get(`/mj/task/${id}/fetch`)).body).toMatchObject({ status: 'IN_PROGRESS', progress: '40%' })
    await callBack({
      id,
      status: 'SUCCESS',
      progress: '100%',
      imageUrl: raw,
      promptEn: 'hills!',
      buttons: [{ customId: 'MJ::JOB::upsample::1::x', emoji: '', label: 'U1', type: 2, style: 2 }],
    })
    const done = (await get(`/mj/task/${id}/fetch`)).body
    expect(done).toMatchObject({
      status: 'SUCCESS',
      progress: '100%',
      promptEn: 'hills!',
      buttons: [{ label: 'U1' }],
    })
    const address = String(done.imageUrl)
    expect(address.startsWith(`${server.url}/mj/image/`)).toBe(true)
    const shown = await fetch(address)
    expect(shown.headers.get('content-type')).toBe('image/png')
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(picture)

    const forged = address.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    expect(await (await fetch(forged)).json()).toEqual({ error: 'midjourney_task_not_found' })
    expect((await fetch(`${server.url}/mj/image/${id}`)).status).toBe(400)

    const other = await submit('/mj/submit/imagine', { prompt: 'no picture' })
    await callBack({ id: other, status: 'SUCCESS', imageUrl: `${upstream.url}/page.html` })
    const page = await fetch(String((await get(`/mj/task/${other}/fetch`)).body.imageUrl))
    expect([page.status, await page.json()]).toEqual([500, { error: 'http_get_image_failed' }])

    const inside = await submit('/mj/submit/imagine', { prompt: 'inside' })
    await callBack({ id: inside, status: 'SUCCESS', imageUrl: 'http://127.0.0.1:1/secret.png' })
    const hidden = await fetch(String((await get(`/mj/task/${inside}/fetch`)).body.imageUrl))
    expect(hidden.status).toBe(500)
  })

  test('a failure is refunded once, to account, token and channel, however often it is reported', async () => {
    const before = await readMoney()
    const id = await submit('/mj/submit/imagine', { prompt: 'fails' })
    const hook = readHook()
    const failure = { id, status: 'FAILURE', progress: '100%', failReason: 'banned prompt' }
    await Promise.all(Array.from({ length: 8 }, () => callBack(failure, hook)))
    expect(await readMoney()).toEqual(before)
    await callBack(failure, hook)
    await callBack({ id, status: 'SUCCESS', progress: '100%' }, hook)
    await callBack({ id, status: 'IN_PROGRESS', progress: '1%' }, hook)
    await callBack(failure, hook)
    expect(await readMoney()).toEqual(before)
    expect((await get(`/mj/task/${id}/fetch`)).body).toMatchObject({
      status: 'FAILURE',
      failReason: 'banned prompt',
    })
    const notes = (await server.logs('type=4')).filter((row) => row.content.includes(id))
    expect(notes).toHaveLength(1)
    const [listed] = await server.api('user').get<DrawingTask[]>(`/api/mj/self?mj_id=${id}`)
    expect(listed).toMatchObject({
      status: 'FAILURE',
      quota: price.imagine,
      is_refunded: true,
      channel_id: 0,
    })
  })

  test('a callback without the secret of its channel changes nothing', async () => {
    const id = await submit('/mj/submit/imagine', { prompt: 'safe' })
    const hook = new URL(readHook())
    hook.searchParams.set('secret', 'x'.repeat(43))
    expect((await callBack({ id, status: 'FAILURE' }, hook.href)).status).toBe(403)
    expect((await post('/mj/notify', { id, status: 'FAILURE' })).status).toBe(403)
    const other = await server.addChannel(upstream.url, { type: 2, key: 'other', models: 'mj_blend' })
    await post('/mj/submit/blend', { base64Array: ['a', 'b'] })
    expect(readHook()).toContain(`channel=${other}`)
    expect((await callBack({ id, status: 'FAILURE' })).status).toBe(200)
    expect((await get(`/mj/task/${id}/fetch`)).body.status).toBe('SUBMITTED')
  })

  test('the secret of a channel is never shown, even if its upstream repeats it', async () => {
    const imagine = { prompt: 'a secret kept' }
    const kept = { notifyHook: readHook(), finalPrompt: 'a secret kept --v 7', copy: `see ${readHook()}` }
    upstream.submitWith(answerJson({ code: 1, description: 'ok', result: 'kept-1', properties: kept }))
    const taken = (await post('/mj/submit/imagine', imagine)).body
    await callBack({ id: 'kept-1', status: 'IN_PROGRESS', notifyHook: readHook(), properties: kept })
    const fetchedTask = (await get('/mj/task/kept-1/fetch')).body
    const [listed] = await server.api('user').get<DrawingTask[]>('/api/mj/self?mj_id=kept-1')
    for (const answer of [taken, fetchedTask, listed]) {
      expect(JSON.stringify(answer)).toContain('a secret kept --v 7')
      expect(JSON.stringify(answer)).not.toContain('secret=')
    }
  })

  test('a follow-up goes to the channel of the first task, only for the owner, once that has succeeded', async () => {
    const id = await submit('/mj/submit/imagine', { prompt: 'first' })
    const action = { customId: 'MJ::JOB::upsample::2::abc', taskId: id }
    expect(await post('/mj/submit/action', action)).toMatchObject({
      status: 400,
      body: { code: 4, description: expect.stringContaining('task_status_not_success') },
    })
    await callBack({ id, status: 'SUCCESS', progress: '100%' })
    await server.addChannel(upstream.url, { type: 2, key: 'wrong one', models: drawingModels, priority: 50 })
    const before = await readMoney()
    const next = await submit('/mj/submit/action', action)
    expect(upstream.submitted.at(-1)?.headers['mj-api-secret']).toBe('mj-secret')
    expect(await readMoney()).toEqual(subtract(before, price.upscale))
    expect((await get(`/mj/task/${next}/fetch`)).body).toMatchObject({ action: 'UPSCALE', prompt: 'first' })
    await submit('/mj/submit/change', { taskId: id, action: 'VARIATION', index: 2 })
    expect(await readMoney()).toEqual(subtract(before, price.upscale + price.variation))
    await submit('/mj/submit/simple-change', { content: `${id} U3` })
    expect(await readMoney()).toEqual(subtract(before, 2 * price.upscale + price.variation))
    expect(upstream.submitted.at(-1)?.headers['mj-api-secret']).toBe('mj-secret')

    const readErrorWord = async (path: string, body: Wire) =>
      String((await post(path, body)).body.description).split(' ')[0]
    expect(await readErrorWord('/mj/submit/action', { customId: 'MJ::JOB::unheard::1::x', taskId: id })).toBe(
      'unknown_action',
    )
    expect(await readErrorWord('/mj/submit/action', { taskId: id })).toBe('action_is_required')
    expect(await readErrorWord('/mj/submit/change', { action: 'UPSCALE', index: 1 })).toBe('task_id_is_required')
    expect(await readErrorWord('/mj/submit/change', { taskId: id, action: 'UPSCALE' })).toBe('index_is_required')
    expect(await readErrorWord('/mj/submit/change', { taskId: 'none', action: 'REROLL' })).toBe('task_not_found')
    expect(await readErrorWord('/mj/submit/imagine', {})).toBe('prompt_is_required')
    await setOption('MjActionCheckSuccessEnabled', 'false')
    const waiting = await submit('/mj/submit/imagine', { prompt: 'waiting' })
    // The channel with the higher priority accepted it, and keeps it.
    expect(upstream.submitted.at(-1)?.headers['mj-api-secret']).toBe('wrong one')
    await submit('/mj/submit/change', { taskId: waiting, action: 'REROLL' })
    expect(upstream.submitted.at(-1)?.headers['mj-api-secret']).toBe('wrong one')
    await setOption('MjActionCheckSuccessEnabled', 'true')
    const channels = await server
      .api('root')
      .get<{ id: number; name: string; priority: number }[]>('/api/channel/?p=0&page_size=100')
    for (const channel of channels.filter(({ priority }) => priority === 50))
      await server.api('root').put('/api/channel/', { id: channel.id, status: 2 })
    expect(await readErrorWord('/mj/submit/action', { customId: 'MJ::JOB::reroll::0::x', taskId: waiting })).toBe(
      'task_status_not_success',
    )
    await setOption('MjActionCheckSuccessEnabled', 'false')
    expect(await readErrorWord('/mj/submit/action', { customId: 'MJ::JOB::reroll::0::x', taskId: waiting })).toBe(
      'task_channel_disabled',
    )
    await setOption('MjActionCheckSuccessEnabled', 'true')
  })

  test('the buttons of a finished drawing are listed, and pressed with a session', async () => {
    const id = await submit('/mj/submit/imagine', { prompt: 'a pier' })
    const button = (customId: string, label: string, emoji = '') => ({ customId, label, emoji, type: 2, style: 2 })
    const buttons = [
      button('MJ::JOB::upsample::1::abc', 'U1'),
      button('MJ::JOB::reroll::0::abc::SOLO', '', '🔄'),
      // It opens a form.
      button('MJ::Inpaint::1::abc::SOLO', 'Vary (Region)'),
      button('MJ::BOOKMARK::abc', '', '❤️'),
    ]
    const read = async () => (await server.api('user').get<DrawingTask[]>(`/api/mj/self?mj_id=${id}`))[0]?.actions
    await callBack({ id, status: 'IN_PROGRESS', buttons })
    expect(await read()).toEqual([])
    await callBack({ id, status: 'SUCCESS', progress: '100%', buttons })
    expect(await read()).toEqual([
      { custom_id: 'MJ::JOB::upsample::1::abc', label: 'U1', action: 'UPSCALE' },
      { custom_id: 'MJ::JOB::reroll::0::abc::SOLO', label: '🔄', action: 'REROLL' },
    ])
    const before = await readMoney()
    const press = { taskId: id, customId: 'MJ::JOB::upsample::1::abc' }
    const path = '/pg/mj/submit/action'
    expect((await server.api('user').request('POST', path, press)).body).toMatchObject({ code: 1 })
    expect(upstream.submitted.at(-1)).toMatchObject({ path: '/mj/submit/action', body: press })
    // Paid by the account: no key takes part.
    expect(await readMoney()).toEqual({ ...subtract(before, price.upscale), token: before.token })
    expect((await server.api('admin').request('POST', path, press)).status).toBe(400)
    // A key is no session.
    expect((await post(path, press)).status).toBe(401)
    expect((await server.api('user').request('POST', '/pg/mj/submit/imagine', { prompt: 'a' })).status).toBe(404)
  })

  test('a video that continues a task goes to its channel, and is shown with its addresses', async () => {
    const id = await submit('/mj/submit/imagine', { prompt: 'a river' })
    const extension = { prompt: 'it flows', motion: 'low', action: 'extend', index: 0, taskId: id }
    expect(await post('/mj/submit/video', extension)).toMatchObject({
      status: 400,
      body: { description: expect.stringContaining('task_status_not_success') },
    })
    await callBack({ id, status: 'SUCCESS' })
    await setOption('ModelRatio', JSON.stringify({ mj_video: 80 }))
    const other = await server.addChannel(upstream.url, { type: 2, key: 'b', models: 'mj_video', priority: 90 })
    const before = await readMoney()
    const video = await submit('/mj/submit/video', extension)
    expect(upstream.submitted.at(-1)).toMatchObject({ path: '/mj/submit/video', body: extension })
    expect(upstream.submitted.at(-1)?.headers['mj-api-secret']).toBe('mj-secret')
    expect(await readMoney()).toEqual(subtract(before, 100_000))
    const urls = ['https://x.example/1.mp4', 'https://x.example/2.mp4']
    await callBack({ id: video, status: 'SUCCESS', videoUrl: urls[0], videoUrls: urls.map((url) => ({ url })) })
    expect((await get(`/mj/task/${video}/fetch`)).body).toMatchObject({
      action: 'VIDEO',
      status: 'SUCCESS',
      videoUrl: urls[0],
      videoUrls: urls.map((url) => ({ url })),
    })
    const [row] = await server.api('user').get<DrawingTask[]>(`/api/mj/self?p=0&mj_id=${video}`)
    expect(row?.video_urls).toEqual(urls)
    const others = await server.makeToken('admin')
    expect((await post('/mj/submit/video', { ...extension, taskId: video }, others)).status).toBe(400)
    await server.api('root').put('/api/channel/', { id: other, status: 2 })
  })

  test('a modal costs nothing until it is submitted', async () => {
    const id = await submit('/mj/submit/imagine', { prompt: 'window' })
    await callBack({ id, status: 'SUCCESS' })
    const before = await readMoney()
    upstream.submitWith(answerJson({ code: 21, description: 'window', result: 'window-1', properties: {} }))
    const opened = await post('/mj/submit/action', { customId: 'MJ::Inpaint::1::x::SOLO', taskId: id })
    expect(opened.body).toMatchObject({ code: 21, result: 'window-1' })
    expect(await readMoney()).toEqual(before)
    await callBack({ id: 'window-1', status: 'MODAL', progress: '0%' })
    await submit('/mj/submit/modal', { taskId: 'window-1', prompt: 'a cat', maskBase64: 'x' })
    expect(await readMoney()).toEqual(subtract(before, price.modal))
  })

  test('an existing or waiting task is a submitted task; a refused one is reported, logged and not charged', async () => {
    const before = await readMoney()
    upstream.submitWith(
      answerJson({ code: 22, description: 'queued', result: 'q-1', properties: { numberOfQueues: 3 } }),
    )
    expect((await post('/mj/submit/imagine', { prompt: 'queue' })).body).toMatchObject({
      code: 1,
      result: 'q-1',
    })
    upstream.submitWith(
      answerJson({
        code: 21,
        description: 'exists',
        result: 'old-1',
        properties: { status: 'SUCCESS', imageUrl: `${upstream.url}/pictures/old.png` },
      }),
    )
    const existing = (await post('/mj/submit/imagine', { prompt: 'again' })).body
    expect(existing).toMatchObject({ code: 1, result: 'old-1' })
    expect(String((existing.properties as Wire).imageUrl)).toStartWith(`${server.url}/mj/image/`)
    expect((await get('/mj/task/old-1/fetch')).body).toMatchObject({ status: 'SUCCESS' })
    expect(await readMoney()).toEqual(subtract(before, 2 * price.imagine))

    upstream.submitWith(answerJson({ code: 1, description: 'ok', result: [`${upstream.url}/up.png`] }))
    expect((await post('/mj/submit/upload-discord-images', { base64Array: ['x'] })).status).toBe(200)
    expect(await readMoney()).toEqual(subtract(before, 2 * price.imagine + price.upload))

    const settled = await readMoney()
    upstream.submitWith(answerJson({ code: 24, description: 'banned word', properties: { bannedWord: 'x' } }))
    expect(await post('/mj/submit/imagine', { prompt: 'banned' })).toMatchObject({
      status: 200,
      body: { code: 24, description: 'banned word' },
    })
    upstream.submitWith(answerJson({ code: 30, description: 'too many' }))
    expect((await post('/mj/submit/imagine', { prompt: 'many' })).status).toBe(429)
    upstream.submitWith(answerText('gone', { status: 500 }))
    expect(await post('/mj/submit/imagine', { prompt: 'broken' })).toMatchObject({
      status: 502,
      body: { code: 5, type: 'upstream_error' },
    })
    expect(await readMoney()).toEqual(settled)
    const failed = await server.api('root').get<DrawingTask[]>('/api/mj/?status=failure')
    expect(failed.map((task) => task.fail_reason)).toContain('banned word')
  })

  test('a refusal of the channel’s key becomes a gateway error, and the channel stays available', async () => {
    for (let call = 0; call < 6; call++) {
      upstream.submitWith(answerError(401, 'who are you', { code: 'invalid_api_key' }))
      const { status, body } = await post('/mj/submit/imagine', { prompt: 'a river' })
      expect(status).toBe(502)
      expect(body).toMatchObject({ error: { code: 'upstream_auth_failed' } })
      expect(JSON.stringify(body)).not.toContain('who are you')
    }
    const [row] = await server.logs('type=5')
    expect(row?.content).not.toContain('who are you')
    expect(row?.other).toContain('"status":401,"error":"who are you"')
    // The caller chooses the prefix of the path, so an upstream that does not know it proves nothing.
    for (let call = 0; call < 6; call++) {
      upstream.submitWith(answerError(404, 'no such page'))
      await post('/nothing/mj/submit/imagine', { prompt: 'a river' })
    }
    await submit('/mj/submit/imagine', { prompt: 'a river' })
  })

  test('a key that the upstream refused is avoided while the channel has another one', async () => {
    const root = server.api('root')
    const keys = { key: 'dead-a\ngood-b', multi_key_mode: 'round_robin' as const, groups: ['vip'] }
    const id = await server.addChannel(upstream.url, { ...keys, type: 2, models: drawingModels })
    const vip = await server.makeToken('root', { group: 'vip' })
    const usedKeys = () => upstream.submitted.slice(start).map(({ headers }) => headers['mj-api-secret'])
    const start = upstream.submitted.length
    upstream.submitWith(answerError(401, 'Incorrect API key provided', { code: 'invalid_api_key' }))
    for (let turn = 0; turn < 3; turn++)
      expect((await post('/mj/submit/imagine', { prompt: 'x' }, vip)).status).toBe(200)
    expect(usedKeys()).toEqual(['dead-a', 'good-b', 'good-b', 'good-b'])
    await root.delete(`/api/channel/${id}/`)
  })

  test('a channel whose account is refused again and again is switched off', async () => {
    const root = server.api('root')
    const channel = { type: 5, key: 'mj-dead', models: drawingModels, groups: ['vip'] }
    const id = await server.addChannel(upstream.url, channel)
    const vip = await server.makeToken('root', { group: 'vip' })
    await setOption('AutomaticDisableChannelEnabled', 'true')
    const readChannel = () => root.get<Channel>(`/api/channel/${id}`)
    for (let call = 0; call < 3; call++) {
      expect((await readChannel()).status).toBe(channelStatus.enabled)
      upstream.submitWith(answerError(401, 'Incorrect API key provided', { code: 'invalid_api_key' }))
      await post('/mj/submit/imagine', { prompt: 'a river' }, vip)
    }
    const isOff = async () => (await readChannel()).status === channelStatus.autoDisabled
    await waitUntil('the channel is off', isOff, { pauseMs: 10 })
    const { other_info } = await readChannel()
    expect(JSON.parse(other_info)).toMatchObject({ status_reason: 'Incorrect API key provided' })
    await setOption('AutomaticDisableChannelEnabled', 'false')
    await root.delete(`/api/channel/${id}/`)
  })

  test('a task of a channel with several keys keeps one key for its queries and follow-ups', async () => {
    const root = server.api('root')
    const keys = { key: 'many-a\nmany-b', multi_key_mode: 'round_robin' as const, groups: ['vip'] }
    const id = await server.addChannel(upstream.url, { ...keys, type: 2, models: drawingModels })
    const vip = await server.makeToken('root', { group: 'vip' })
    const usedKey = () => upstream.requests.at(-1)?.headers['mj-api-secret']
    const ask = async (path: string, body: object) => String((await post(path, body, vip)).body.result)
    const first = await ask('/mj/submit/imagine', { prompt: 'one' })
    expect(usedKey()).toBe('many-a')
    const second = await ask('/mj/submit/imagine', { prompt: 'two' })
    expect(usedKey()).toBe('many-b')
    await setOption('MjActionCheckSuccessEnabled', 'false')
    for (const [task, own] of [
      [first, 'many-a'],
      [second, 'many-b'],
      [first, 'many-a'],
    ]) {
      await get(`/mj/task/${task}/image-seed`, vip)
      expect(usedKey()).toBe(own)
      await post('/mj/submit/change', { taskId: task, action: 'REROLL' }, vip)
      expect(usedKey()).toBe(own)
    }
    const manage = (body: object) => root.post('/api/channel/multi_key/manage', { channel_id: id, ...body })
    await manage({ action: 'disable_key', key_index: 1 })
    await get(`/mj/task/${second}/image-seed`, vip)
    expect(usedKey()).toBe('many-b')
    expect((await post('/mj/submit/change', { taskId: second, action: 'REROLL' }, vip)).body).toMatchObject({
      error: { code: 'task_channel_disabled' },
    })
    await manage({ action: 'delete_key', key_index: 1 })
    await get(`/mj/task/${second}/image-seed`, vip)
    expect(usedKey()).toBe('many-a')
    await post('/mj/submit/change', { taskId: second, action: 'REROLL' }, vip)
    expect(usedKey()).toBe('many-a')
    await setOption('MjActionCheckSuccessEnabled', 'true')
    await root.delete(`/api/channel/${id}/`)
  })

  test('headers of the channel are sent with tasks and their queries', async () => {
    const override = {
      'X-Team': 'river',
      'X-Trace': '{client_header:user-agent}',
      'MJ-API-Secret': 'Key {api_key}',
    }
    const channel = { type: 2, key: 'own', models: drawingModels, groups: ['vip'] }
    const id = await server.addChannel(upstream.url, {
      ...channel,
      header_override: JSON.stringify(override),
    })
    const vip = await server.makeToken('root', { group: 'vip' })
    const made = (await post('/mj/submit/imagine', { prompt: 'one' }, vip)).body
    await get(`/mj/task/${made.result}/image-seed`, vip)
    for (const { headers } of upstream.requests.slice(-2)) {
      expect([headers['x-team'], headers['mj-api-secret']]).toEqual(['river', 'Key own'])
      expect(headers['x-trace']).toStartWith('Bun/')
    }
    await server.api('root').delete(`/api/channel/${id}/`)
  })

  test('another channel is tried when one is full', async () => {
    const spare = await server.addChannel(upstream.url, {
      type: 2,
      key: 'spare',
      models: 'mj_imagine',
      priority: -5,
    })
    upstream.submitWith(answerJson({ code: 23, description: 'queue full' }))
    const before = await readMoney()
    await setOption('RetryTimes', '1')
    const id = await submit('/mj/submit/imagine', { prompt: 'full' })
    await setOption('RetryTimes', '0')
    expect(upstream.submitted.at(-1)?.headers['mj-api-secret']).toBe('spare')
    expect((await readMoney()).quota).toBe(before.quota - price.imagine)
    const [row] = await server.api('root').get<DrawingTask[]>(`/api/mj/?mj_id=${id}`)
    expect(row?.channel_id).toBe(spare)
  })

  test('options decide which parts of a request are sent, and the address of pictures', async () => {
    const body = {
      prompt: 'a cat --fast --ar 3:2',
      accountFilter: { modes: ['FAST'] },
      notifyHook: 'https://me.example/h',
    }
    await submit('/mj/submit/imagine', body)
    expect(upstream.submitted.at(-1)?.body).toMatchObject({ prompt: 'a cat --fast --ar 3:2' })
    expect(upstream.submitted.at(-1)?.body).not.toHaveProperty('accountFilter')
    expect(readHook()).toStartWith(`${server.url}/mj/notify?channel=${channelId}&secret=`)
    await setOption('MjAccountFilterEnabled', 'true')
    await setOption('MjModeClearEnabled', 'true')
    await setOption('MjNotifyEnabled', 'false')
    await setOption('MjForwardUrlEnabled', 'false')
    const id = await submit('/mj/submit/imagine', body)
    expect(upstream.submitted.at(-1)?.body).toEqual({
      prompt: 'a cat --ar 3:2',
      accountFilter: { modes: ['FAST'] },
    })
    const raw = `${upstream.url}/pictures/raw.png`
    await callBack({ id, status: 'SUCCESS', imageUrl: raw }, readHook(-2))
    expect((await get(`/mj/task/${id}/fetch`)).body.imageUrl).toBe(raw)
    const [row] = await server.api('user').get<DrawingTask[]>(`/api/mj/self?mj_id=${id}`)
    expect(row?.image_url).toBe(raw)
    await setOption('MjForwardUrlEnabled', 'true')
    const [proxied] = await server.api('user').get<DrawingTask[]>(`/api/mj/self?mj_id=${id}`)
    expect(proxied?.image_url).toStartWith(`${server.url}/mj/image/`)
    await setOption('MjAccountFilterEnabled', 'false')
    await setOption('MjModeClearEnabled', 'false')
    await setOption('MjNotifyEnabled', 'true')
  })

  test('a token’s own drawing settings take precedence over path and prompt', async () => {
    const mine = await server.makeToken('user', {
      drawing: { mode: 'relax', pictures: 'mirror', mirror: 'https://mirror.example/d/', fallback: false },
    })
    await post('/mj-turbo/mj/submit/imagine', { prompt: 'a fox --fast' }, mine)
    expect(upstream.submitted.at(-1)?.body).toMatchObject({ prompt: 'a fox --relax' })
    const path = '/attachments/1/2/fox.png?ex=1'
    const hook = readHook()
    const id = String((await post('/mj/submit/imagine', { prompt: 'an owl' }, mine)).body.result)
    await callBack({ id, status: 'SUCCESS', imageUrl: `https://cdn.discordapp.com${path}` }, hook)
    const imageUrl = async (secret: string) => (await get(`/mj/task/${id}/fetch`, secret)).body.imageUrl
    expect(await imageUrl(mine)).toBe(`https://mirror.example/d${path}`)
    expect(await imageUrl(key)).toStartWith(`${server.url}/mj/image/`)
    const other = String((await post('/mj/submit/imagine', { prompt: 'own host' }, mine)).body.result)
    await callBack({ id: other, status: 'SUCCESS', imageUrl: `${upstream.url}/pictures/1.png` }, hook)
    expect((await get(`/mj/task/${other}/fetch`, mine)).body.imageUrl).toStartWith(`${server.url}/mj/image/`)

    await setOption('RetryTimes', '1')
    const before = upstream.submitted.length
    upstream.submitWith(answerJson({ code: 23, description: 'queue full' }))
    expect((await post('/mj/submit/imagine', { prompt: 'busy' }, mine)).body).toMatchObject({ code: 23 })
    expect(upstream.submitted).toHaveLength(before + 1)
    await setOption('RetryTimes', '0')
  })

  test('permissions, sensitive words and the balance are checked as for other calls', async () => {
    const limited = await server.makeToken('user', { model_limits_enabled: true, model_limits: 'gpt-4o' })
    expect((await post('/mj/submit/imagine', { prompt: 'x' }, limited)).status).toBe(403)
    const id = await submit('/mj/submit/imagine', { prompt: 'mine' })
    expect((await get(`/mj/task/${id}/fetch`, limited)).status).toBe(200)
    const poor = await server.makeToken('user', { unlimited_quota: false, remain_quota: 49_999 })
    expect(await post('/mj/submit/imagine', { prompt: 'x' }, poor)).toMatchObject({
      status: 403,
      body: { code: 4, description: expect.stringContaining('quota_not_enough') },
    })
    expect((await post('/mj/submit/imagine', { prompt: 'x' }, 'sk-nobody')).status).toBe(401)
    expect((await post('/mj/submit/shorten', { prompt: 'x' })).status).toBe(404)
    await setOption('SensitiveWords', 'forbiddenword')
    const sent = upstream.submitted.length
    expect(await post('/mj/submit/imagine', { prompt: 'a Forbiddenword' })).toMatchObject({
      status: 400,
      body: { description: expect.stringContaining('sensitive_words_detected') },
    })
    expect(upstream.submitted).toHaveLength(sent)
    await setOption('SensitiveWords', '')
    const bearer = await fetch(`${server.url}/mj/submit/imagine`, {
      method: 'POST',
      headers: { authorization: 'Bearer midjourney-proxy', 'mj-api-secret': `Bearer ${key}` },
      body: JSON.stringify({ prompt: 'header' }),
    })
    expect(bearer.status).toBe(200)
  })

  test('lists are paged from 0, filtered, and hide other accounts', async () => {
    const all = await server.api('root').request<DrawingTask[]>('GET', `/api/mj/?channel_id=${channelId}&p=0`)
    expect(all.body).toMatchObject({ success: true, page: 0, page_size: 10 })
    const { total } = all.body as unknown as { total: number }
    expect(all.body.data).toHaveLength(Math.min(10, total))
    expect(all.body.data[0]?.username).toBe('ulf')
    expect((await server.api('admin').get<DrawingTask[]>('/api/mj/self')).length).toBe(0)
    const first = all.body.data[0] as DrawingTask
    const span = `start_timestamp=${first.submit_time}&end_timestamp=${first.submit_time}`
    expect((await server.api('root').get<DrawingTask[]>(`/api/mj/?${span}`)).map(({ id }) => id)).toContain(first.id)
    const { status, body } = await server.api('user').request('GET', '/api/mj/')
    expect([status, body.code]).toEqual([200, 'insufficient_rights'])
  })
})
