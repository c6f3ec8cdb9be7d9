import { expect, test } from 'bun:test'
import { imageCall } from '../test-picture.ts'
import { testVideo } from '../test-video.ts'
import { falPictures } from './image-wire.ts'
import { fal } from './index.ts'
import { falVideos } from './video-wire.ts'

const root = 'https://queue.fal.run'
const clipOf = (model: string) => testVideo(falVideos, { root, model })
const veo = clipOf('fal-ai/veo3.1')
const frame = (role: 'first_frame' | 'last_frame' | 'reference') =>
  ({ role, media: 'image', source: { kind: 'url', url: `https://e/${role}.png` } }) as const
const url = 'https://v3.fal.media/files/v.mp4'
const path = '/fal-ai/veo3.1/requests/r-1'
const queue = {
  status: 'IN_QUEUE',
  request_id: 'r-1',
  response_url: `${root}${path}`,
  status_url: `${root}${path}/status`,
  cancel_url: `${root}${path}/cancel`,
}

test('an endpoint names its inputs and its length in its own way', () => {
  expect(veo.createFor({ prompt: 'p', size: '1280x720', sound: false, negativePrompt: 'n', seed: 3 })).toEqual({
    url: `${root}/fal-ai/veo3.1`,
    json: {
      prompt: 'p',
      negative_prompt: 'n',
      duration: '8s',
      resolution: '720p',
      aspect_ratio: '16:9',
      seed: 3,
      generate_audio: false,
    },
  })
  const inputs = [frame('first_frame'), frame('last_frame')]
  expect(clipOf('fal-ai/kling-video/v3/pro/image-to-video').createFor({ prompt: 'p', inputs }).json).toEqual({
    prompt: 'p',
    start_image_url: 'https://e/first_frame.png',
    end_image_url: 'https://e/last_frame.png',
    duration: '5',
  })
  expect(clipOf('blackforestlabs/flux-3-max/text-to-video').createFor({ prompt: 'p', seconds: 7 }).json).toMatchObject({
    duration: 7,
    resolution: '720p',
  })
  expect(clipOf('fal-ai/veo3.1/first-last-frame-to-video').createFor({ prompt: 'p', inputs }).json).toMatchObject({
    first_frame_url: 'https://e/first_frame.png',
    last_frame_url: 'https://e/last_frame.png',
  })
  const byReference = clipOf('fal-ai/veo3.1/reference-to-video').createFor({
    prompt: 'p',
    inputs: [frame('reference')],
  })
  expect(byReference.json).toMatchObject({ image_urls: ['https://e/reference.png'] })
  expect(clipOf('acme/new-video').createFor({ prompt: 'p', seconds: 33 }).json).toMatchObject({ duration: '33' })
})

test('Wan 2.2 gets its length in frames, no more than 720p, and no sound', () => {
  const wan = clipOf('fal-ai/wan/v2.2-a14b/text-to-video')
  expect(wan.createFor({ prompt: 'p', seconds: 10, sound: true }).json).toEqual({
    prompt: 'p',
    num_frames: 161,
    resolution: '720p',
  })
  expect(wan.fit({ prompt: 'p', size: '1920x1080', sound: true })).toMatchObject({
    resolution: '720p',
    hasSound: false,
  })
  expect(wan.createFor({ prompt: 'p', resolution: '580p' }).json).toMatchObject({ num_frames: 81, resolution: '580p' })
  expect(() => wan.fit({ prompt: 'p', resolution: '1080p' })).toThrow('videoResolution')
  const small = clipOf('fal-ai/wan/v2.2-5b/text-to-video')
  expect(small.createFor({ prompt: 'p' }).json).toMatchObject({ num_frames: 121, resolution: '720p' })
  expect(clipOf('fal-ai/wan-25-preview/text-to-video').createFor({ prompt: 'p' }).json).toMatchObject({
    duration: '5',
    resolution: '1080p',
  })
})

test('what an endpoint cannot make is refused', () => {
  expect(() => veo.fit({ prompt: 'p', seconds: 5 })).toThrow('videoSeconds {"given":5,"allowed":"4, 6, 8"}')
  expect(() => veo.fit({ prompt: 'p', inputs: [frame('first_frame')] })).toThrow('videoInputRefused')
  expect(() => clipOf('fal-ai/veo3.1/image-to-video').fit({ prompt: 'p' })).toThrow('"field":"input_reference"')
  const limitsOf = (model: string) => falVideos.limitsOf(model)
  // Pictures, endpoints that change a video, and names that are none.
  for (const model of ['fal-ai/flux-2-pro', 'fal-ai/kling-video/o3/pro/video-to-video/edit', 'veo3.1', 'a/../video'])
    expect(limitsOf(model)).toBeNull()
  expect([falPictures('fal-ai/veo3.1'), falPictures('flux'), falPictures('fal-ai/ltx-video/extend')]).toEqual([
    null,
    null,
    null,
  ])
})

test('the answers to a submission', () => {
  expect(veo.createdBy(queue)).toEqual({ kind: 'created', id: 'r-1', place: { path } })
  // Only the path of an address counts, and only one of the queue.
  const at = (response_url: string) => veo.createdBy({ request_id: 'r-1', response_url })
  expect(at(`https://elsewhere.example${path}`)).toMatchObject({ place: { path } })
  expect(at('https://queue.fal.run/v1/keys')).toEqual({ kind: 'created', id: 'r-1' })
  expect([veo.createdBy({}), veo.createdBy({ detail: 'Unauthorized' }, 401)]).toEqual([null, null])
  const detail = [{ loc: ['body', 'prompt'], msg: 'm', type: 'content_policy_violation' }]
  expect(veo.createdBy({ detail }, 422)).toMatchObject({ error: { fault: 'moderation', message: 'm' } })
})

test('a request is asked for and stopped at its own path', () => {
  expect(veo.inquire('r-1', { path })).toEqual({ url: `${root}${path}/status`, method: 'GET' })
  expect(clipOf('fal-ai/kling-video/v3/pro/text-to-video').inquire('r/1').url).toBe(
    `${root}/fal-ai/kling-video/requests/r%2F1/status`,
  )
  expect(
    falVideos.cancel?.({ model: 'fal-ai/veo3.1', key: 'k', root, other: '', ownId: 't', id: 'r-1', place: { path } }),
  ).toEqual({ url: `${root}${path}/cancel`, method: 'PUT' })
})

test('the states of the queue, and the result that alone tells a failure', () => {
  expect(veo.stateOf({ status: 'IN_QUEUE', queue_position: 2 }, { status: 202 })).toMatchObject({ status: 'QUEUED' })
  expect(veo.stateOf({ status: 'IN_PROGRESS' }, { status: 202 })).toMatchObject({ status: 'IN_PROGRESS' })
  const place = { path, isResult: true }
  expect(veo.stateOf({ status: 'COMPLETED' }, { place: { path } })).toEqual({
    status: 'ASK',
    order: { url: `${root}${path}`, method: 'GET' },
    place,
  })
  const resultOf = (body: Record<string, unknown>, status = 200) => veo.stateOf(body, { status, place })
  expect(resultOf({ video: { url, duration: 8 } })).toEqual({ status: 'SUCCESS', outputs: [{ url }] })
  expect(resultOf({ videos: [{ url }] })).toMatchObject({ outputs: [{ url }] })
  expect(resultOf({ seed: 1 })).toMatchObject({
    status: 'FAILURE',
    error: { message: 'the maker reported success without a result' },
  })
  expect(resultOf({ video: { url }, has_nsfw_concepts: [true] })).toMatchObject({ error: { fault: 'moderation' } })
  const detail = [{ loc: ['body'], msg: 'flagged', type: 'content_policy_violation' }]
  expect(resultOf({ detail }, 422)).toMatchObject({ error: { fault: 'moderation', message: 'flagged' } })
  expect(resultOf({ detail: 'broken' }, 500)).toMatchObject({ status: 'FAILURE', error: { fault: 'other' } })
  expect([
    veo.stateOf({ status: 'A_NEW_WORD' }),
    veo.stateOf({}),
    veo.stateOf({ detail: 'x' }, { status: 502 }),
    resultOf({ detail: 'Request is still in progress' }, 400),
    resultOf({ detail: 'Unauthorized' }, 401),
    resultOf({}, 503),
  ]).toEqual([null, null, null, null, null, null])
})

test('pictures: the endpoint decides on sizes and inputs', () => {
  const sentBy = (model: string, more: Parameters<typeof imageCall>[0] = {}) =>
    falPictures(model)?.wire.build(imageCall(more), model)
  expect(sentBy('fal-ai/flux-2-pro', { size: '1792x1024', n: 2, ownFields: { seed: 1 } })).toEqual({
    prompt: 'a gate',
    num_images: 2,
    image_size: { width: 1792, height: 1024 },
    seed: 1,
  })
  expect(sentBy('fal-ai/nano-banana-pro', { size: '1792x1024' })).toEqual({ prompt: 'a gate', aspect_ratio: '16:9' })
  const images = [{ url: 'https://e/1.png' }]
  expect(sentBy('fal-ai/flux-2-pro/edit', { images })).toMatchObject({ image_urls: ['https://e/1.png'] })
  expect(sentBy('fal-ai/flux-pro/kontext', { images })).toMatchObject({ image_url: 'https://e/1.png' })
  expect(() => sentBy('fal-ai/flux-2-pro/edit')).toThrow()
  const inputMax = (model: string) => falPictures(model)?.wire.inputMax
  expect(['fal-ai/flux-2-pro', 'fal-ai/flux-pro/kontext', 'fal-ai/flux-2-pro/edit'].map(inputMax)).toEqual([0, 1, 10])
})

test('pictures: what the safety checker has made black is none', () => {
  const wire = falPictures('fal-ai/flux-2-pro')?.wire
  const images = [{ url: 'https://e/1.png' }, { url: 'https://e/2.png' }]
  expect(wire?.parse({ images, has_nsfw_concepts: [true, false] })).toEqual([{ kind: 'url', url: 'https://e/2.png' }])
  expect(wire?.errorIn?.({ images, has_nsfw_concepts: [true, false] })).toBeNull()
  expect(wire?.errorIn?.({ images, has_nsfw_concepts: [true, true] })).toMatchObject({
    code: 'content_policy_violation',
  })
  const tasks = wire?.tasks
  const at = { model: 'fal-ai/flux-2-pro', root }
  expect([tasks?.idOf(queue), tasks?.idOf({ request_id: 'r-2' }), tasks?.idOf({})]).toEqual([path, 'r-2', null])
  expect([tasks?.inquire(path, at).path, tasks?.result?.pathOf('r-2', at)]).toEqual([
    `${path}/status`,
    '/fal-ai/flux-2-pro/requests/r-2',
  ])
  const isOver = (status: string) => tasks?.isOver({ status })
  expect(['IN_QUEUE', 'A_NEW_WORD', 'COMPLETED'].map(isOver)).toEqual([false, false, true])
  expect(fal.headersOf({ key: 'id:secret' } as never)).toEqual({ authorization: 'Key id:secret' })
})
