import { expect, test } from 'bun:test'
import { arkVideos } from './ark/video-wire.ts'
import { zhipuVideos } from './glm/video-wire.ts'
import { klingVideos } from './kling/video-wire.ts'
import { openrouterVideos } from './openrouter/video-wire.ts'
import { wanVideos } from './qwen/video-wire.ts'
import { replicatePictures } from './replicate/image-wire.ts'
import { replicateVideos } from './replicate/video-wire.ts'
import { siliconflowVideos } from './siliconflow/video-wire.ts'
import { testVideo } from './test-video.ts'
import { viduVideos } from './vidu/video-wire.ts'

const url = 'https://e.example/v.mp4'
const queued = { status: 'QUEUED' }
const running = { status: 'IN_PROGRESS' }
const failure = { status: 'FAILURE' }
const withoutOutput = { status: 'FAILURE', error: { message: 'the maker reported success without a result' } }
const moderation = { error: { fault: 'moderation' } }

test('SiliconFlow', () => {
  const model = 'Wan-AI/Wan2.2-T2V-A14B'
  const { createFor, createdBy, inquire, stateOf } = testVideo(siliconflowVideos, { root: 'https://s', model })
  expect(createFor({ prompt: 'p', size: '720x1280', seed: 1 })).toEqual({
    url: 'https://s/v1/video/submit',
    json: { model, prompt: 'p', image_size: '720x1280', seed: 1 },
  })
  expect([createdBy({ requestId: 'r' }), createdBy({})]).toEqual([{ kind: 'created', id: 'r' }, null])
  expect(createdBy({ message: 'prohibited content' }, 400)).toMatchObject(moderation)
  expect(inquire('r')).toEqual({ url: 'https://s/v1/video/status', json: { requestId: 'r' } })
  expect(stateOf({ status: 'InQueue' })).toMatchObject(queued)
  expect(stateOf({ status: 'InProgress' })).toMatchObject(running)
  expect(stateOf({ status: 'Succeed', results: { videos: [{ url }] } })).toEqual({
    status: 'SUCCESS',
    outputs: [{ url }],
  })
  expect(stateOf({ status: 'Succeed' })).toMatchObject(withoutOutput)
  expect(stateOf({ status: 'Failed', reason: 'nsfw' })).toMatchObject({ ...failure, ...moderation })
  expect([stateOf({ status: 'new' }), stateOf({}), stateOf({}, { status: 500 })]).toEqual([null, null, null])
})

test('Zhipu', () => {
  const { createFor, createdBy, stateOf } = testVideo(zhipuVideos, { root: 'https://z', model: 'cogvideox-3' })
  expect(createFor({ prompt: 'p', size: '1920x1080', seconds: 10 })).toEqual({
    url: 'https://z/api/paas/v4/videos/generations',
    json: { model: 'cogvideox-3', prompt: 'p', size: '1920x1080', duration: 10, request_id: 'task_0123' },
  })
  const flash = testVideo(zhipuVideos, { root: 'https://z', model: 'cogvideox-flash' })
  expect(flash.createFor({ prompt: 'p' }).json).not.toHaveProperty('duration')
  expect([createdBy({ id: '1', task_status: 'PROCESSING' }), createdBy({})]).toEqual([
    { kind: 'created', id: '1' },
    null,
  ])
  expect(createdBy({ error: { code: '1301', message: 'm' } }, 400)).toMatchObject(moderation)
  expect(stateOf({ task_status: 'PROCESSING' })).toMatchObject(running)
  expect(stateOf({ task_status: 'SUCCESS', video_result: [{ url }] })).toMatchObject({ outputs: [{ url }] })
  expect(stateOf({ task_status: 'SUCCESS' })).toMatchObject(withoutOutput)
  expect(stateOf({ task_status: 'FAIL', error: { code: '1301', message: 'm' } })).toMatchObject(moderation)
  expect([stateOf({ task_status: 'new' }), stateOf({}), stateOf({}, { status: 500 })]).toEqual([null, null, null])
})

test('OpenRouter', () => {
  const root = 'https://openrouter.ai/api'
  const { createFor, createdBy, stateOf } = testVideo(openrouterVideos, { root, model: 'google/veo-3.1' })
  expect(createFor({ prompt: 'p', seconds: 5, resolution: '720p', aspect: '16:9', sound: false })).toEqual({
    url: `${root}/v1/videos`,
    json: {
      model: 'google/veo-3.1',
      prompt: 'p',
      duration: 5,
      resolution: '720p',
      aspect_ratio: '16:9',
      generate_audio: false,
    },
  })
  expect([createdBy({ id: 'j', status: 'pending' }, 202), createdBy({})]).toEqual([{ kind: 'created', id: 'j' }, null])
  expect(createdBy({ error: { code: 400, message: 'content policy' } }, 400)).toMatchObject(moderation)
  expect(stateOf({ status: 'pending' })).toMatchObject(queued)
  expect(stateOf({ status: 'in_progress', progress: 20 })).toEqual({ status: 'IN_PROGRESS', progress: 20 })
  const usage = { cost: 0.7, is_byok: false }
  expect(stateOf({ status: 'completed', urls: [url], usage })).toEqual({
    status: 'SUCCESS',
    outputs: [{ url }],
    use: { costDollars: 0.7 },
  })
  expect(stateOf({ status: 'completed' })).toMatchObject({
    outputs: [{ url: `${root}/v1/videos/up-1/content?index=0`, needsKey: true }],
  })
  for (const status of ['failed', 'cancelled', 'expired']) expect(stateOf({ status })).toMatchObject(failure)
  expect(stateOf({ status: 'failed', error: 'moderation' })).toMatchObject(moderation)
  expect([stateOf({ status: 'new' }), stateOf({}), stateOf({}, { status: 500 })]).toEqual([null, null, null])
})

test('Replicate', () => {
  const { createFor, createdBy, stateOf } = testVideo(replicateVideos, { root: 'https://r', model: 'google/veo-3.1' })
  expect(createFor({ prompt: 'p', seconds: 8, aspect: '16:9' })).toEqual({
    url: 'https://r/v1/models/google/veo-3.1/predictions',
    json: { input: { prompt: 'p', duration: 8, aspect_ratio: '16:9' } },
  })
  expect([createdBy({ id: 'p1' }, 201), createdBy({})]).toEqual([{ kind: 'created', id: 'p1' }, null])
  expect(createdBy({ detail: 'NSFW content' }, 422)).toMatchObject(moderation)
  expect(stateOf({ status: 'starting' })).toMatchObject(queued)
  expect(stateOf({ status: 'processing' })).toMatchObject(running)
  for (const output of [url, [url], { video: url }, { video: { url } }])
    expect(stateOf({ status: 'succeeded', output })).toEqual({ status: 'SUCCESS', outputs: [{ url }] })
  expect(stateOf({ status: 'succeeded', output: null })).toMatchObject(withoutOutput)
  for (const status of ['failed', 'canceled', 'aborted']) expect(stateOf({ status })).toMatchObject(failure)
  expect(stateOf({ status: 'failed', error: 'NSFW content' })).toMatchObject(moderation)
  expect([stateOf({ status: 'new' }), stateOf({}), stateOf({}, { status: 500 })]).toEqual([null, null, null])
})

test('the address that a maker calls stands where it reads it', () => {
  const url = 'https://gateway.example/v1/videos/task_1/callback?secret=s'
  expect(arkVideos.withCallback?.({ model: 'm' }, url)).toEqual({ model: 'm', callback_url: url })
  expect(viduVideos.withCallback?.({ model: 'm' }, url)).toEqual({ model: 'm', callback_url: url })
  expect(klingVideos.withCallback?.({ model_name: 'kling-v2-6' }, url)).toMatchObject({ callback_url: url })
  expect(klingVideos.withCallback?.({ prompt: 'p', options: { external_task_id: 't' } }, url)).toEqual({
    prompt: 'p',
    options: { external_task_id: 't', callback_url: url },
  })
  const webhook = { webhook: url, webhook_events_filter: ['completed'] }
  expect(replicateVideos.withCallback?.({ input: {} }, url)).toEqual({ input: {}, ...webhook })
})

test('a task that the gateway has given up is stopped at its own address', () => {
  const place = { root: 'https://h', id: 'a/1', model: 'm', key: 'k', other: '', ownId: 'task_1', place: {} }
  expect([arkVideos, wanVideos, replicateVideos].map((wire) => wire.cancel?.(place))).toEqual([
    { url: 'https://h/api/v3/contents/generations/tasks/a%2F1', method: 'DELETE' },
    { url: 'https://h/api/v1/tasks/a%2F1/cancel' },
    { url: 'https://h/v1/predictions/a%2F1/cancel' },
  ])
  const pictures = replicatePictures('owner/model')?.wire.tasks
  expect(pictures?.cancel?.('a/1', place)).toEqual({ path: '/v1/predictions/a%2F1/cancel', method: 'POST' })
})
