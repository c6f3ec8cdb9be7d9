import { expect, test } from 'bun:test'
import { testVideo } from '../test-video.ts'
import { arkVideos } from './video-wire.ts'

const { createFor, stateOf } = testVideo(arkVideos, {
  root: 'https://ark.cn-beijing.volces.com',
  model: 'doubao-seedance-2-0-260128',
})

test('a size becomes resolution and ratio', () => {
  expect(createFor({ prompt: 'a red kite', seconds: 5, size: '1280x720' })).toEqual({
    url: 'https://ark.cn-beijing.volces.com/api/v3/contents/generations/tasks',
    json: {
      model: 'doubao-seedance-2-0-260128',
      content: [{ type: 'text', text: 'a red kite' }],
      resolution: '720p',
      ratio: '16:9',
      duration: 5,
    },
  })
})

test('a length that the model lacks is refused with those that it has', () => {
  expect(() => createFor({ prompt: 'p', seconds: 3 })).toThrow('videoSeconds {"given":3,"allowed":"4–15"}')
})

test('the states of the maker', () => {
  expect(stateOf({ status: 'queued' })).toEqual({ status: 'QUEUED', progress: null })
  expect(stateOf({ status: 'running' })).toEqual({ status: 'IN_PROGRESS', progress: null })
  expect(stateOf({ status: 'a new word' })).toBeNull()
  expect(
    stateOf({
      status: 'succeeded',
      content: { video_url: 'https://a.example/v.mp4?sig=1' },
      usage: { completion_tokens: 108_900, total_tokens: 108_900 },
      resolution: '720p',
      ratio: '16:9',
      duration: 5,
    }),
  ).toEqual({
    status: 'SUCCESS',
    outputs: [{ url: 'https://a.example/v.mp4?sig=1', seconds: 5 }],
    use: { seconds: 5, tokens: 108_900, resolution: '720p' },
  })
  expect(stateOf({ status: 'failed', error: { code: 'OutputVideoSensitiveContentDetected', message: 'm' } })).toEqual({
    status: 'FAILURE',
    error: { fault: 'moderation', message: 'm' },
  })
  expect(stateOf({ status: 'succeeded', content: {} })).toMatchObject({ status: 'FAILURE' })
})

test('tokens by frames and pixels', () => {
  const tokensAt = (seconds: number, resolution: string) =>
    arkVideos.tokensOf?.(testVideo(arkVideos, { root: '', model: 'doubao-seedance-2-0' }).fit({ seconds, resolution }))
  expect([tokensAt(5, '720p'), tokensAt(10, '720p'), tokensAt(5, '1080p')]).toEqual([108_900, 216_900, 245_025])
})
