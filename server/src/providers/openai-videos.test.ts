import { expect, test } from 'bun:test'
import { openaiVideos } from './openai-videos.ts'
import { testVideo } from './test-video.ts'

const { createFor, stateOf } = testVideo(openaiVideos, { root: 'https://host.example', model: 'sora-2' })

test('a new video is sent as JSON, and as a form where it has a file', () => {
  expect(createFor({ prompt: 'p', seconds: 8, size: '1280x720' })).toEqual({
    url: 'https://host.example/v1/videos',
    json: { model: 'sora-2', prompt: 'p', seconds: '8', size: '1280x720' },
  })
  const source = { kind: 'bytes', mediaType: 'image/png', data: 'AA==' } as const
  expect(createFor({ prompt: 'p', inputs: [{ role: 'first_frame', media: 'image', source }] }).form).toEqual([
    ['model', 'sora-2'],
    ['prompt', 'p'],
    ['seconds', '4'],
    ['input_reference', { filename: 'image', mediaType: 'image/png', data: 'AA==' }],
  ])
})

test('a remix names the video of the upstream', () => {
  const source = { kind: 'task', id: 'video/1', url: '' } as const
  expect(createFor({ operation: 'remix', prompt: 'p', inputs: [{ role: 'source', media: 'video', source }] })).toEqual({
    url: 'https://host.example/v1/videos/video%2F1/remix',
    json: { prompt: 'p' },
  })
})

test('the words of OpenAI and of other gateways', () => {
  const content = [{ url: 'https://host.example/v1/videos/up-1/content', needsKey: true }]
  expect(stateOf({ status: 'queued' })).toEqual({ status: 'QUEUED', progress: null })
  expect(stateOf({ status: 'pending' })).toEqual({ status: 'QUEUED', progress: null })
  expect(stateOf({ status: 'in_progress', progress: 30 })).toEqual({ status: 'IN_PROGRESS', progress: 30 })
  expect(stateOf({ status: 'processing', progress: '30%' })).toEqual({ status: 'IN_PROGRESS', progress: 30 })
  expect(stateOf({ status: 'unknown' })).toBeNull()
  expect(stateOf({})).toBeNull()
  expect(stateOf({ status: 'completed', seconds: '8' })).toEqual({
    status: 'SUCCESS',
    outputs: content as never,
    use: { seconds: 8 },
  })
  expect(stateOf({ status: 'SUCCESS', metadata: { url: 'https://cdn.example/v.mp4' } })).toEqual({
    status: 'SUCCESS',
    outputs: [{ url: 'https://cdn.example/v.mp4' }],
  })
  expect(stateOf({ status: 'failed', error: { code: 'moderation_blocked', message: 'm' } })).toEqual({
    status: 'FAILURE',
    error: { fault: 'moderation', message: 'm' },
  })
})
