import { expect, test } from 'bun:test'
import { testVideo } from '../test-video.ts'
import { xaiVideos } from './video-wire.ts'

const { createFor, createdBy, stateOf } = testVideo(xaiVideos, {
  root: 'https://api.x.ai',
  model: 'grok-imagine-video-1.5',
})

test('a size becomes ratio and resolution', () => {
  expect(createFor({ prompt: 'p', seconds: 5, size: '1280x720' })).toEqual({
    url: 'https://api.x.ai/v1/videos/generations',
    json: { model: 'grok-imagine-video-1.5', prompt: 'p', duration: 5, aspect_ratio: '16:9', resolution: '720p' },
  })
})

test('an edit has no length', () => {
  const source = { kind: 'task', id: 't', url: 'https://x.example/v.mp4' } as const
  expect(createFor({ operation: 'edit', prompt: 'p', inputs: [{ role: 'source', media: 'video', source }] })).toEqual({
    url: 'https://api.x.ai/v1/videos/edits',
    json: { model: 'grok-imagine-video-1.5', prompt: 'p', video: { url: 'https://x.example/v.mp4' } },
  })
})

test('the answers to a submission', () => {
  expect(createdBy({ request_id: 'x1' })).toEqual({ kind: 'created', id: 'x1' })
  expect(createdBy({})).toBeNull()
  expect(createdBy({ error: { code: 'content_policy', message: 'm' } }, 400)).toMatchObject({
    error: { fault: 'moderation' },
    mayTryAnother: false,
  })
})

test('the states of the maker', () => {
  expect(stateOf({}, { status: 202 })).toEqual({ status: 'IN_PROGRESS', progress: null })
  expect(stateOf({ status: 'pending', progress: 40 }, { status: 202 })).toEqual({
    status: 'IN_PROGRESS',
    progress: 40,
  })
  expect([stateOf({}), stateOf({ status: 'a new word' }), stateOf({ status: 'done' }, { status: 500 })]).toEqual([
    null,
    null,
    null,
  ])
  const usage = { cost_in_usd_ticks: 3_500_000_000 }
  const video = { url: 'https://x.example/v.mp4', duration: 5, respect_moderation: true }
  expect(stateOf({ status: 'done', video, usage })).toEqual({
    status: 'SUCCESS',
    outputs: [{ url: 'https://x.example/v.mp4', seconds: 5 }],
    use: { seconds: 5, costDollars: 0.35 },
  })
  expect(stateOf({ status: 'done', video: { ...video, respect_moderation: false }, usage })).toMatchObject({
    status: 'FAILURE',
    error: { fault: 'moderation' },
  })
  expect(stateOf({ status: 'done', video: {} })).toMatchObject({
    status: 'FAILURE',
    error: { message: 'the maker reported success without a result' },
  })
  expect(stateOf({ status: 'failed', error: { code: 'c', message: 'm' } })).toEqual({
    status: 'FAILURE',
    error: { fault: 'other', message: 'm' },
  })
  expect(stateOf({ status: 'expired' })).toMatchObject({ status: 'FAILURE' })
})
