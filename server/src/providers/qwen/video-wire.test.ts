import { expect, test } from 'bun:test'
import { testVideo } from '../test-video.ts'
import { wanVideos } from './video-wire.ts'

const root = 'https://dashscope.aliyuncs.com'
const { createFor, createdBy, stateOf } = testVideo(wanVideos, { root, model: 'wan2.7-i2v' })

test('a picture and its settings', () => {
  const source = { kind: 'url', url: 'https://e/1.png' } as const
  const inputs = [{ role: 'first_frame', media: 'image', source } as const]
  expect(createFor({ prompt: 'p', seconds: 5, size: '1280x720', inputs })).toEqual({
    url: `${root}/api/v1/services/aigc/video-generation/video-synthesis`,
    headers: { 'x-dashscope-async': 'enable' },
    json: {
      model: 'wan2.7-i2v',
      input: { prompt: 'p', media: [{ type: 'first_frame', url: 'https://e/1.png' }] },
      parameters: { resolution: '720P', duration: 5 },
    },
  })
})

test('earlier models take a size with a star', () => {
  const former = testVideo(wanVideos, { root, model: 'wan2.6-t2v' })
  expect(former.createFor({ prompt: 'p', size: '1280x720', negativePrompt: 'n', sound: false }).json).toEqual({
    model: 'wan2.6-t2v',
    input: { prompt: 'p', negative_prompt: 'n' },
    parameters: { size: '1280*720', duration: 5, audio: false },
  })
})

test('the answers to a submission', () => {
  expect(createdBy({ output: { task_id: 'w1', task_status: 'PENDING' }, request_id: 'r' })).toEqual({
    kind: 'created',
    id: 'w1',
  })
  expect(createdBy({})).toBeNull()
  expect(createdBy({ code: 'DataInspectionFailed', message: 'm' }, 400)).toMatchObject({
    error: { fault: 'moderation' },
  })
  expect(createdBy({ code: 'Throttling.RateQuota', message: 'm' }, 429)).toBeNull()
})

test('the states of the maker', () => {
  const at = (task_status: string, more = {}, usage = {}) => stateOf({ output: { task_status, ...more }, usage })
  expect(at('PENDING')).toEqual({ status: 'QUEUED', progress: null })
  expect(at('RUNNING')).toEqual({ status: 'IN_PROGRESS', progress: null })
  expect(at('SUCCEEDED', { video_url: 'https://w.example/v.mp4' }, { output_video_duration: 5, SR: 720 })).toEqual({
    status: 'SUCCESS',
    outputs: [{ url: 'https://w.example/v.mp4', seconds: 5 }],
    use: { seconds: 5, resolution: '720p' },
  })
  expect(at('SUCCEEDED')).toMatchObject({
    status: 'FAILURE',
    error: { message: 'the maker reported success without a result' },
  })
  expect(at('FAILED', { code: 'DataInspectionFailed', message: 'm' })).toEqual({
    status: 'FAILURE',
    error: { fault: 'moderation', message: 'm' },
  })
  expect(at('CANCELED')).toMatchObject({ status: 'FAILURE', error: { fault: 'other' } })
  expect([at('UNKNOWN'), at('a new word'), stateOf({}), stateOf({}, { status: 500 })]).toEqual([null, null, null, null])
})
