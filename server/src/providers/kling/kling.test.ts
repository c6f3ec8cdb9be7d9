import { expect, test } from 'bun:test'
import { testVideo } from '../test-video.ts'
import { kling } from './index.ts'
import { klingVideos } from './video-wire.ts'

const root = 'https://api.klingai.com'
const turbo = testVideo(klingVideos, { root, model: 'kling-3.0-turbo', key: 'api-key' })
const old = testVideo(klingVideos, { root, model: 'kling-v2-6', key: 'TESTAK|TESTSK' })
const picture = {
  role: 'first_frame',
  media: 'image',
  source: { kind: 'bytes', mediaType: 'image/png', data: 'iVBORw0KGgo=' },
} as const

test('a pair of keys signs a token; another key is sent', async () => {
  const request = { method: 'POST', url: root, headers: {}, body: new Uint8Array() } as const
  expect(await kling.sign?.(request, 'TESTAK|TESTSK', 1_760_000_000_000)).toEqual({
    headers: {
      authorization:
        'Bearer eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJURVNUQUsiLCJleHAiOjE3NjAwMDE4MDAsIm5iZiI6MTc1OTk5OTk5NX0' +
        '.UThfWrFeFePnpovANJWjnyBij8sXl1TToTjDmASECGw',
    },
  })
  expect(await kling.sign?.(request, 'api-key', 0)).toEqual({})
})

test('the new API: a picture decides the ratio', () => {
  expect(turbo.createFor({ prompt: 'she turns', seconds: 5, size: '720x1280', inputs: [picture] })).toEqual({
    url: `${root}/image-to-video/kling-3.0-turbo`,
    json: {
      contents: [
        { type: 'prompt', text: 'she turns' },
        { type: 'first_frame', url: 'iVBORw0KGgo=' },
      ],
      settings: { resolution: '720p', duration: 5 },
      options: { external_task_id: 'task_0123' },
    },
  })
  expect(turbo.createFor({ prompt: 'p' })).toMatchObject({
    url: `${root}/text-to-video/kling-3.0-turbo`,
    json: { prompt: 'p' },
  })
})

test('a new model needs an API key', () => {
  const pair = testVideo(klingVideos, { root, model: 'kling-3.0', key: 'TESTAK|TESTSK' })
  expect(() => pair.fit({ prompt: 'p' })).toThrow('videoSetting {"field":"API key"}')
})

test('the old API', () => {
  expect(old.createFor({ prompt: 'p', seconds: 5, size: '1280x720', negativePrompt: 'blur' })).toEqual({
    url: `${root}/v1/videos/text2video`,
    json: {
      model_name: 'kling-v2-6',
      prompt: 'p',
      negative_prompt: 'blur',
      mode: 'std',
      duration: '5',
      aspect_ratio: '16:9',
      external_task_id: 'task_0123',
    },
  })
  expect(old.createFor({ prompt: 'p', resolution: '1080p', inputs: [picture] })).toMatchObject({
    url: `${root}/v1/videos/image2video`,
    json: { image: 'iVBORw0KGgo=', mode: 'pro' },
  })
  const place = { path: '/v1/videos/text2video' }
  const data = { task_id: '77', task_status: 'submitted' }
  expect(old.createdBy({ code: 0, data })).toEqual({ kind: 'created', id: '77' })
  expect(old.placeFor({ prompt: 'p' })).toEqual(place)
  expect(old.inquire('77', place).url).toBe(`${root}/v1/videos/text2video/77`)
  const videos = [{ id: 'v', url: 'https://k.example/b.mp4', duration: '5.1' }]
  const done = { task_id: '77', task_status: 'succeed', final_unit_deduction: '1.5', task_result: { videos } }
  expect(old.stateOf({ code: 0, data: done })).toEqual({
    status: 'SUCCESS',
    outputs: [{ url: 'https://k.example/b.mp4' }],
  })
})

test('the answers to a submission', () => {
  expect(turbo.createdBy({ code: 0, data: { id: '9001', status: 'submitted' } })).toEqual({
    kind: 'created',
    id: '9001',
  })
  expect(turbo.inquire('9001').url).toBe(`${root}/tasks?task_ids=9001`)
  expect(turbo.createdBy({ code: 1303, message: 'm' }, 429)).toMatchObject({ kind: 'refused', mayTryAnother: true })
  expect(turbo.createdBy({ code: 1201, message: 'm' }, 400)).toMatchObject({ kind: 'refused', mayTryAnother: false })
  expect(turbo.createdBy({ code: 1301, message: 'm' }, 400)).toMatchObject({ error: { fault: 'moderation' } })
  expect([turbo.createdBy({ code: 5002 }, 504), turbo.createdBy({}), turbo.createdBy({ code: 0 })]).toEqual([
    null,
    null,
    null,
  ])
})

test('the states of the maker', () => {
  const stateOf = (one: Record<string, unknown>) => turbo.stateOf({ code: 0, data: [{ id: 'up-1', ...one }] })
  expect(stateOf({ status: 'submitted' })).toEqual({ status: 'QUEUED', progress: null })
  expect(stateOf({ status: 'processing' })).toEqual({ status: 'IN_PROGRESS', progress: null })
  const outputs = [{ type: 'video', url: 'https://k.example/a.mp4' }]
  for (const status of ['succeeded', 'succeed'])
    expect(stateOf({ status, outputs })).toMatchObject({ outputs: [{ url: 'https://k.example/a.mp4' }] })
  expect(stateOf({ status: 'succeeded' })).toMatchObject({
    status: 'FAILURE',
    error: { message: 'the maker reported success without a result' },
  })
  expect(stateOf({ status: 'failed', message: 'risk not pass' })).toMatchObject({
    status: 'FAILURE',
    error: { fault: 'moderation' },
  })
  expect([stateOf({ status: 'a new word' }), turbo.stateOf({ code: 0, data: [] }), turbo.stateOf({})]).toEqual([
    null,
    null,
    null,
  ])
})

test('a task whose submission had no answer is found by the gateway’s id', () => {
  const { lost } = klingVideos
  const placeOf = (more: object = {}) => ({
    model: 'm',
    key: 'k',
    root,
    other: '',
    ownId: 'task_1',
    id: '',
    place: {},
    ...more,
  })
  expect(lost?.inquire(placeOf())).toEqual({ url: `${root}/tasks?external_task_ids=task_1`, method: 'GET' })
  expect(lost?.inquire(placeOf({ place: { path: '/v1/videos/text2video' } })).url).toBe(
    `${root}/v1/videos/text2video/task_1`,
  )
  const idIn = (body: Record<string, unknown>, status = 200) => lost?.readId({ status, body }, placeOf())
  expect([idIn({ code: 0, data: [{ id: '9' }] }), idIn({ code: 0, data: { task_id: '7' } })]).toEqual(['9', '7'])
  expect([idIn({ code: 0, data: [] }), idIn({ code: 1203 }, 404)]).toEqual(['', ''])
  expect([idIn({}), idIn({}, 404), idIn({ code: 0 }), idIn({ code: 1303 }, 429)]).toEqual([null, null, null, null])
})
