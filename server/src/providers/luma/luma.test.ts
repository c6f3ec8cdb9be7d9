import { expect, test } from 'bun:test'
import { imageCall } from '../test-picture.ts'
import { testVideo } from '../test-video.ts'
import { agentsRoot, dreamMachineRoot, rootOf } from './apis.ts'
import { lumaPictures } from './image-wire.ts'
import { luma } from './index.ts'
import { lumaVideos } from './video-wire.ts'

const third = testVideo(lumaVideos, { root: agentsRoot, model: 'ray-3.2' })
const second = testVideo(lumaVideos, { root: agentsRoot, model: 'ray-2' })
const input = (role: 'first_frame' | 'last_frame') =>
  ({ role, media: 'image', source: { kind: 'url', url: `https://e/${role}.png` } }) as const
const bytes = {
  role: 'first_frame',
  media: 'image',
  source: { kind: 'bytes', mediaType: 'image/png', data: 'AAAA' },
} as const
const finished = { role: 'source', media: 'video', source: { kind: 'task', id: 'g0', url: 'https://e/v.mp4' } } as const

test('each model is called at its API; an address of another host has both', () => {
  expect([rootOf('ray-3.2', dreamMachineRoot), rootOf('photon-1', agentsRoot)]).toEqual([agentsRoot, dreamMachineRoot])
  expect(rootOf('ray-2', 'https://proxy.example')).toBe('https://proxy.example')
  const urlOf = (upstreamModel: string, baseUrl: string | null) =>
    luma.urlOf({
      operation: 'image_generations',
      path: '/v1/images/generations',
      isStream: false,
      settings: { claudeHeaders: {}, geminiVersions: {} },
      upstreamModel,
      channel: { baseUrl, organization: null, other: '' },
      key: 'k',
    })
  expect([urlOf('uni-1', null), urlOf('photon-1', null), urlOf('photon-1', 'https://p'), urlOf('ray-2', null)]).toEqual(
    [
      `${agentsRoot}/v1/generations`,
      `${dreamMachineRoot}/dream-machine/v1/generations/image`,
      'https://p/dream-machine/v1/generations/image',
      null,
    ],
  )
})

test('the API of agents: frames are pictures at their places', () => {
  expect(third.createFor({ prompt: 'p', size: '1280x720' })).toEqual({
    url: `${agentsRoot}/v1/generations`,
    json: {
      model: 'ray-3.2',
      type: 'video',
      prompt: 'p',
      aspect_ratio: '16:9',
      video: { resolution: '720p', duration: '5s' },
    },
  })
  const framed = third.createFor({ prompt: 'p', seconds: 10, inputs: [bytes, input('last_frame')] })
  expect(framed.json?.video).toEqual({
    resolution: '720p',
    duration: '10s',
    keyframes: [{ data: 'AAAA', media_type: 'image/png' }, { url: 'https://e/last_frame.png' }],
    keyframe_indexes: [0, 240],
  })
  const longer = { operation: 'extend', prompt: 'p', inputs: [finished] } as const
  expect(third.createFor(longer).json?.video).toMatchObject({ start_frame: { generation_id: 'g0' } })
  expect(() => third.fit({ ...longer, seconds: 10 })).toThrow('"allowed":"5"')
})

test('Dream Machine: frames are addresses', () => {
  expect(second.createFor({ prompt: 'p', seconds: 9, aspect: '9:21', inputs: [input('first_frame')] })).toEqual({
    url: `${dreamMachineRoot}/dream-machine/v1/generations/video`,
    json: {
      generation_type: 'video',
      model: 'ray-2',
      prompt: 'p',
      keyframes: { frame0: { type: 'image', url: 'https://e/first_frame.png' } },
      duration: '9s',
      resolution: '720p',
      aspect_ratio: '9:21',
    },
  })
  expect(second.createFor({ operation: 'extend', prompt: 'p', inputs: [finished] }).json).toMatchObject({
    keyframes: { frame0: { type: 'generation', id: 'g0' } },
  })
  expect(() => second.fit({ prompt: 'p', inputs: [bytes] })).toThrow('image_url')
  const elsewhere = { ...finished, source: { kind: 'url', url: 'https://e/v.mp4' } } as const
  expect(() => second.fit({ operation: 'extend', prompt: 'p', inputs: [elsewhere] })).toThrow('video.id')
  expect(() => second.fit({ prompt: 'p', seconds: 10 })).toThrow('"allowed":"5, 9"')
})

test('the answers to a submission', () => {
  expect([second.createdBy({ id: 'g1', state: 'queued' }, 201), second.createdBy({})]).toEqual([
    { kind: 'created', id: 'g1' },
    null,
  ])
  expect(second.createdBy({ detail: 'Invalid API key is provided' }, 401)).toBeNull()
  expect(third.createdBy({ detail: 'Prompt failed content moderation' }, 400)).toMatchObject({
    error: { fault: 'moderation' },
  })
  expect([second.inquire('g1').url, third.inquire('g1').url]).toEqual([
    `${dreamMachineRoot}/dream-machine/v1/generations/g1`,
    `${agentsRoot}/v1/generations/g1`,
  ])
})

test('the states of both APIs', () => {
  const url = 'https://l.example/v.mp4'
  expect(second.stateOf({ state: 'queued' })).toMatchObject({ status: 'QUEUED' })
  for (const state of ['dreaming', 'processing'])
    expect(second.stateOf({ state })).toMatchObject({ status: 'IN_PROGRESS' })
  const done = { status: 'SUCCESS', outputs: [{ url }] }
  expect(second.stateOf({ state: 'completed', assets: { video: url, image: 'https://l.example/1.jpg' } })).toEqual(
    done as never,
  )
  expect(
    third.stateOf({
      state: 'completed',
      output: [
        { type: 'video', url },
        { type: 'exr', url: 'https://x' },
      ],
    }),
  ).toEqual(done as never)
  for (const body of [{ assets: null }, { output: [] }, {}])
    expect(third.stateOf({ state: 'completed', ...body })).toMatchObject({
      error: { message: 'the maker reported success without a result' },
    })
  expect(third.stateOf({ state: 'failed', failure_code: 'content_moderated', failure_reason: 'm' })).toEqual({
    status: 'FAILURE',
    error: { fault: 'moderation', message: 'm' },
  })
  expect(third.stateOf({ state: 'failed' })).toMatchObject({ error: { fault: 'other', message: 'failed' } })
  expect([third.stateOf({ state: 'new' }), third.stateOf({}), third.stateOf({}, { status: 500 })]).toEqual([
    null,
    null,
    null,
  ])
})

test('the address that the maker calls, at the API that has one', () => {
  const callback = 'https://gateway.example/hook'
  expect(lumaVideos.withCallback?.({ generation_type: 'video' }, callback)).toMatchObject({ callback_url: callback })
  expect(lumaVideos.withCallback?.({ type: 'video' }, callback)).toEqual({ type: 'video' })
})

test('pictures', () => {
  const sentBy = (model: string, more: Parameters<typeof imageCall>[0] = {}) =>
    lumaPictures(model)?.wire.build(imageCall(more), model)
  const png = { mediaType: 'image/png', data: 'AAAA' }
  expect(sentBy('uni-1', { size: '1792x1024' })).toEqual({
    model: 'uni-1',
    type: 'image',
    prompt: 'a gate',
    aspect_ratio: '16:9',
  })
  expect(sentBy('uni-1-max', { images: [png, { url: 'https://e/2.png' }] })).toEqual({
    model: 'uni-1-max',
    type: 'image_edit',
    prompt: 'a gate',
    source: { data: 'AAAA', media_type: 'image/png' },
    image_ref: [{ url: 'https://e/2.png' }],
  })
  expect(sentBy('photon-1', { images: [{ url: 'https://e/1.png' }] })).toMatchObject({
    modify_image_ref: { url: 'https://e/1.png' },
  })
  expect(() => sentBy('photon-1', { images: [png] })).toThrow()
  expect(lumaPictures('ray-3.2')).toBeNull()
  const wire = lumaPictures('uni-1')?.wire
  const url = 'https://l.example/1.png'
  expect(wire?.parse({ state: 'completed', output: [{ type: 'image', url }] })).toEqual([{ kind: 'url', url }])
  expect(wire?.parse({ state: 'completed', assets: { image: url } })).toEqual([{ kind: 'url', url }])
  expect(wire?.errorIn?.({ state: 'failed', failure_code: 'content_moderated', failure_reason: 'm' })).toMatchObject({
    code: 'content_policy_violation',
  })
  expect(wire?.errorIn?.({ state: 'completed', failure_reason: null })).toBeNull()
  expect(wire?.tasks?.inquire('g1', { model: 'uni-1', root: dreamMachineRoot }).path).toBe(
    `${agentsRoot}/v1/generations/g1`,
  )
})
