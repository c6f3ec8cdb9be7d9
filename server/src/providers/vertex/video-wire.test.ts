import { expect, test } from 'bun:test'
import type { VideoInput } from '../../core/videos/video-request.ts'
import { testVideo } from '../test-video.ts'
import { vertexVideos } from './video-wire.ts'

const key = JSON.stringify({
  client_email: 'gateway@my-project.iam.gserviceaccount.com',
  project_id: 'my-project',
  private_key: '-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----\n',
})
const model = 'veo-3.1-generate-001'
const path = `projects/my-project/locations/us-central1/publishers/google/models/${model}`
const name = `${path}/operations/0f-1`
const host = 'https://us-central1-aiplatform.googleapis.com'
const at = (other: string, more: object = {}) => testVideo(vertexVideos, { root: '', model, key, other, ...more })
const { createFor, createdBy, fit, inquire, stateOf } = at('us-central1')

test('a video is ordered in the region of the channel', () => {
  expect(createFor({ prompt: 'p', seconds: 8, size: '1920x1080', seed: 7, sound: false })).toEqual({
    url: `${host}/v1/${path}:predictLongRunning`,
    json: {
      instances: [{ prompt: 'p' }],
      parameters: {
        sampleCount: 1,
        aspectRatio: '16:9',
        resolution: '1080p',
        durationSeconds: 8,
        seed: 7,
        generateAudio: false,
      },
    },
  })
  expect(at('').createFor({ prompt: 'p' }).url).toStartWith(
    'https://aiplatform.googleapis.com/v1/projects/my-project/locations/global/publishers/',
  )
  expect(at('us-central1', { root: 'https://proxy.example' }).createFor({ prompt: 'p' }).url).toBe(
    `https://proxy.example/v1/${path}:predictLongRunning`,
  )
  const older = at('us-central1', { model: 'veo-2.0-generate-001' }).createFor({ prompt: 'p', seconds: 5 })
  expect(older.json?.parameters).not.toHaveProperty('generateAudio')
})

test('a channel with a bucket names it, and only the operator can', () => {
  const other = '{"default":"us-central1","storageUri":"gs://my-videos/made/"}'
  const parameters = (asked: object) => at(other).createFor({ prompt: 'p', ...asked }).json?.parameters
  expect(parameters({})).toMatchObject({ storageUri: 'gs://my-videos/made/' })
  expect(parameters({ vendor: { storageUri: 'gs://evil/' } })).toMatchObject({ storageUri: 'gs://my-videos/made/' })
  expect(vertexVideos.passes).not.toContain('storageUri')
})

test('what a channel cannot do is refused before it is called', () => {
  expect(() => at('us-central1', { key: 'AQ.express-mode-key' }).fit({ prompt: 'p' })).toThrow('service account')
  expect(() => at('{"other":"us-central1"}').fit({ prompt: 'p' })).toThrow('service account')
  expect(() => fit({ prompt: 'p', seconds: 5 })).toThrow('videoSeconds {"given":5,"allowed":"4, 6, 8"}')
  const older = at('us-central1', { model: 'veo-3.0-generate-001' })
  expect(() => older.fit({ prompt: 'p', operation: 'extend' })).toThrow('videoOperation')
})

test('a video in a bucket is extended by seven seconds; one that is in an answer cannot be named', () => {
  const video = (url: string): VideoInput => ({
    role: 'source',
    media: 'video',
    source: { kind: 'task', id: 'a', url },
  })
  const extension = (url: string) => ({ prompt: 'p', operation: 'extend', inputs: [video(url)] }) as const
  const stored = 'https://storage.googleapis.com/storage/v1/b/my-videos/o/made%2F1.mp4?alt=media'
  const { json } = createFor(extension(stored))
  expect(json).toMatchObject({
    instances: [{ prompt: 'p', video: { gcsUri: 'gs://my-videos/made/1.mp4', mimeType: 'video/mp4' } }],
  })
  expect(json?.parameters).not.toHaveProperty('durationSeconds')
  expect(fit(extension(stored)).seconds).toBe(7)
  expect(() => fit({ ...extension(stored), seconds: 8 })).toThrow('videoSeconds {"given":8,"allowed":"7"}')
  for (const url of ['', 'https://evil.example/a.mp4', `${host}/v1/${path}:fetchPredictOperation`])
    expect(() => fit(extension(url))).toThrow('storageUri')
})

test('only the name of an operation is one, and its query goes to its own region', () => {
  expect(createdBy({ name })).toEqual({ kind: 'created', id: name })
  for (const other of [undefined, '', 'op1', `https://evil.example/${name}`, name.replace('us-central1', 'a/b')])
    expect(createdBy({ name: other })).toBeNull()
  const refusal = { error: { code: 400, message: 'The prompt violates the content policy' } }
  expect(createdBy(refusal, 400)).toMatchObject({ error: { fault: 'moderation' } })
  expect(at('europe-west4').inquire(name)).toEqual({
    url: `${host}/v1/${path}:fetchPredictOperation`,
    json: { operationName: name },
  })
})

test('results in answers and in a bucket, refusals under success', () => {
  const done = (response: object) =>
    vertexVideos.readState(
      { status: 200, body: { name, done: true, response } },
      { root: '', model, key, other: '', ownId: 'task_1', id: name, place: {} },
    )
  expect([stateOf({ name }), stateOf({}), stateOf({ name }, { status: 401 })]).toEqual([
    { status: 'IN_PROGRESS', progress: null },
    null,
    null,
  ])
  expect(done({ videos: [{ bytesBase64Encoded: 'AAAA', mimeType: 'video/mp4' }] })).toEqual({
    status: 'SUCCESS',
    outputs: [
      {
        url: inquire(name).url,
        needsKey: true,
        within: { json: { operationName: name }, name: 'bytesBase64Encoded', index: 0 },
      },
    ],
  })
  expect(done({ videos: [{ gcsUri: 'gs://my-videos/made/1 a/sample_0.mp4' }] })).toEqual({
    status: 'SUCCESS',
    outputs: [
      {
        url: 'https://storage.googleapis.com/storage/v1/b/my-videos/o/made%2F1%20a%2Fsample_0.mp4?alt=media',
        needsKey: true,
      },
    ],
  })
  const reasons = { raiMediaFilteredCount: 1, raiMediaFilteredReasons: ['58061214'] }
  const refused = { status: 'FAILURE', error: { fault: 'moderation', message: '58061214' } }
  expect([done(reasons), done({ generateVideoResponse: reasons })]).toEqual([refused, refused] as never)
  const empty = { status: 'FAILURE', error: { fault: 'other' } }
  for (const response of [{}, { videos: [] }, { videos: [{ gcsUri: 'https://evil.example/' }] }])
    expect(done(response)).toMatchObject(empty)
})

test('the token goes to Google alone', () => {
  const isOwn = (url: string) => vertexVideos.isOwnAddress?.(new URL(url))
  expect(
    [`${host}/v1/a`, 'https://storage.googleapis.com/b', 'https://aiplatform.eu.rep.googleapis.com/v1'].map(isOwn),
  ).toEqual([true, true, true])
  const others = [
    'http://storage.googleapis.com/b',
    'https://storage.googleapis.com.evil.example/',
    'https://evil.example/storage.googleapis.com',
    'https://storage.googleapis.com:444/',
    'https://my-videos.storage.googleapis.com/',
  ]
  expect(others.map(isOwn)).toEqual(others.map(() => false))
})
