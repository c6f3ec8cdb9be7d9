import { expect, test } from 'bun:test'
import { testVideo } from '../test-video.ts'
import { runway } from './index.ts'
import { runwayVideos } from './video-wire.ts'

const root = 'https://api.dev.runwayml.com'
const clipOf = (model: string) => testVideo(runwayVideos, { root, model })
const own = clipOf('gen4.5')
const input = (role: 'first_frame' | 'last_frame' | 'reference') =>
  ({ role, media: 'image', source: { kind: 'url', url: `https://e/${role}.png` } }) as const

test('the path follows the pictures, and a ratio is one of the maker’s sizes', () => {
  expect(own.createFor({ prompt: 'p', size: '1280x720', seed: 4 })).toEqual({
    url: `${root}/v1/text_to_video`,
    json: { model: 'gen4.5', promptText: 'p', ratio: '1280:720', duration: 5, seed: 4 },
  })
  expect(own.createFor({ prompt: 'p', aspect: '21:9', seconds: 2, inputs: [input('first_frame')] })).toEqual({
    url: `${root}/v1/image_to_video`,
    json: {
      model: 'gen4.5',
      promptText: 'p',
      promptImage: [{ uri: 'https://e/first_frame.png', position: 'first' }],
      ratio: '1584:672',
      duration: 2,
    },
  })
  const frames = [input('first_frame'), input('last_frame')]
  const without = clipOf('veo3.1').createFor({ prompt: 'p', negativePrompt: 'rain', inputs: frames })
  expect(without.json).toMatchObject({ negativePrompt: 'rain' })
  const veo = clipOf('veo3.1_fast').createFor({ prompt: 'p', resolution: '1080p', sound: false, inputs: frames })
  expect(veo.json).toMatchObject({
    promptImage: [{ position: 'first' }, { uri: 'https://e/last_frame.png', position: 'last' }],
    ratio: '1920:1080',
    duration: 8,
    audio: false,
  })
  const seedance = clipOf('seedance2').createFor({ prompt: 'p', size: '2160x3840', inputs: [input('reference')] })
  expect(seedance.json).toMatchObject({ promptImage: [{ uri: 'https://e/reference.png' }], ratio: '2160:3840' })
})

test('what a model cannot make is refused', () => {
  expect(() => own.fit({ prompt: 'p', seconds: 11 })).toThrow('"allowed":"2–10"')
  expect(() => own.fit({ prompt: 'p', resolution: '1080p' })).toThrow('"allowed":"720p"')
  expect(() => own.fit({ prompt: 'p', inputs: [input('first_frame'), input('last_frame')] })).toThrow('last_frame')
  expect(() => own.fit({ prompt: '', inputs: [input('first_frame')] })).toThrow('"field":"prompt"')
  expect(() => clipOf('gen4_turbo').fit({ prompt: 'p' })).toThrow('"field":"input_reference"')
  expect(() => clipOf('seedance2_fast').fit({ prompt: 'p', resolution: '1080p' })).toThrow('"allowed":"720p, 480p"')
  expect(() => clipOf('seedance2').fit({ prompt: 'p', inputs: [input('first_frame'), input('reference')] })).toThrow(
    'videoFramesOrReferences',
  )
  expect([runwayVideos.limitsOf('aleph2'), runwayVideos.limitsOf('gpt-4o')]).toEqual([null, null])
})

test('every ratio that is offered has a size', () => {
  for (const model of runway.models) {
    const limits = runwayVideos.limitsOf(model)
    const [resolutions, aspects] = [limits?.resolutions ?? [], limits?.aspects ?? []]
    for (const resolution of resolutions)
      for (const aspect of aspects) {
        const sent = clipOf(model).createFor({ prompt: 'p', resolution, aspect, inputs: [input('first_frame')] })
        expect(sent.json?.ratio, `${model} ${resolution} ${aspect}`).toMatch(/^\d{3,4}:\d{3,4}$/)
      }
  }
})

test('the answers to a submission; every call names the version', () => {
  expect([own.createdBy({ id: 't1' }), own.createdBy({})]).toEqual([{ kind: 'created', id: 't1' }, null])
  expect(own.createdBy({ error: 'You do not have enough credits' }, 400)).toBeNull()
  expect(own.createdBy({ error: 'The prompt violates our content policy' }, 400)).toMatchObject({
    error: { fault: 'moderation' },
  })
  expect(own.inquire('t1')).toEqual({ url: `${root}/v1/tasks/t1`, method: 'GET' })
  const place = { model: 'gen4.5', key: 'k', root, other: '', ownId: 't', id: 't/1', place: {} }
  expect(runwayVideos.cancel?.(place)).toEqual({ url: `${root}/v1/tasks/t%2F1`, method: 'DELETE' })
  expect(runway.headersOf({ key: 'k' } as never)).toEqual({
    authorization: 'Bearer k',
    'x-runway-version': '2024-11-06',
  })
})

test('the states of the maker', () => {
  for (const status of ['PENDING', 'THROTTLED']) expect(own.stateOf({ status })).toMatchObject({ status: 'QUEUED' })
  expect(own.stateOf({ status: 'RUNNING', progress: 0.42 })).toEqual({ status: 'IN_PROGRESS', progress: 42 })
  expect(own.stateOf({ status: 'RUNNING' })).toEqual({ status: 'IN_PROGRESS', progress: null })
  const url = 'https://r.example/v.mp4'
  expect(own.stateOf({ status: 'SUCCEEDED', output: [url] })).toEqual({ status: 'SUCCESS', outputs: [{ url }] })
  expect(own.stateOf({ status: 'SUCCEEDED', output: [] })).toMatchObject({
    error: { message: 'the maker reported success without a result' },
  })
  for (const failureCode of ['SAFETY.INPUT.TEXT', 'INPUT_PREPROCESSING.SAFETY.TEXT'])
    expect(own.stateOf({ status: 'FAILED', failure: 'm', failureCode })).toEqual({
      status: 'FAILURE',
      error: { fault: 'moderation', message: 'm' },
    })
  expect(own.stateOf({ status: 'FAILED', failureCode: 'INTERNAL.BAD_OUTPUT.CODE01' })).toMatchObject({
    error: { fault: 'other', message: 'failed' },
  })
  expect(own.stateOf({ status: 'CANCELLED' })).toMatchObject({ status: 'FAILURE' })
  expect([own.stateOf({ status: 'NEW' }), own.stateOf({}), own.stateOf({}, { status: 404 })]).toEqual([
    null,
    null,
    null,
  ])
})
