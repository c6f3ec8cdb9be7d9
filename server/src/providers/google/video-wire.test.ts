import { expect, test } from 'bun:test'
import { testVideo } from '../test-video.ts'
import { veoVideos } from './video-wire.ts'

const root = 'https://generativelanguage.googleapis.com'
const model = 'veo-3.1-fast-generate-preview'
const { createFor, createdBy, inquire, stateOf } = testVideo(veoVideos, { root, model })
const name = `models/${model}/operations/op1`

test('the body, with one sample', () => {
  expect(createFor({ prompt: 'p', seconds: 8, size: '1920x1080' })).toEqual({
    url: `${root}/v1beta/models/${model}:predictLongRunning`,
    json: {
      instances: [{ prompt: 'p' }],
      parameters: { sampleCount: 1, aspectRatio: '16:9', resolution: '1080p', durationSeconds: 8 },
    },
  })
  expect(() => createFor({ prompt: 'p', seconds: 5 })).toThrow('videoSeconds {"given":5,"allowed":"4, 6, 8"}')
})

test('pictures are sent as bytes', () => {
  const source = { kind: 'bytes', mediaType: 'image/png', data: 'iVBORw0KGgo=' } as const
  const order = createFor({ prompt: 'p', inputs: [{ role: 'first_frame', media: 'image', source }] })
  expect(order.json?.instances).toEqual([
    { prompt: 'p', image: { bytesBase64Encoded: 'iVBORw0KGgo=', mimeType: 'image/png' } },
  ])
})

test('the answers to a submission', () => {
  expect(createdBy({ name })).toEqual({ kind: 'created', id: name })
  expect(createdBy({})).toBeNull()
  expect(createdBy({ error: { code: 400, message: 'blocked by safety filters' } }, 400)).toMatchObject({
    error: { fault: 'moderation' },
  })
  expect(inquire(name).url).toBe(`${root}/v1beta/${name}`)
})

test('the states of the maker', () => {
  const done = (response: Record<string, unknown>) => stateOf({ name, done: true, response })
  expect(stateOf({ name })).toEqual({ status: 'IN_PROGRESS', progress: null })
  expect([stateOf({}), stateOf({ name }, { status: 503 })]).toEqual([null, null])
  const uri = `${root}/v1beta/files/f1:download?alt=media`
  expect(done({ generateVideoResponse: { generatedSamples: [{ video: { uri } }], raiMediaFilteredCount: 1 } })).toEqual(
    { status: 'SUCCESS', outputs: [{ url: uri, needsKey: true }] },
  )
  expect(done({ generateVideoResponse: { raiMediaFilteredCount: 1, raiMediaFilteredReasons: ['r'] } })).toEqual({
    status: 'FAILURE',
    error: { fault: 'moderation', message: 'r' },
  })
  expect(done({ raiMediaFilteredCount: 1 })).toEqual({ status: 'FAILURE', error: { fault: 'moderation', message: '' } })
  expect(done({})).toEqual({
    status: 'FAILURE',
    error: { fault: 'other', message: 'the maker reported success without a result' },
  })
  expect(done({ generateVideoResponse: { generatedSamples: [{ video: {} }] } })).toMatchObject({ status: 'FAILURE' })
  expect(stateOf({ name, done: true, error: { code: 13, message: 'm', status: 'INTERNAL' } })).toEqual({
    status: 'FAILURE',
    error: { fault: 'other', message: 'm' },
  })
})
