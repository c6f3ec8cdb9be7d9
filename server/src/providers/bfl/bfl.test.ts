import { expect, test } from 'bun:test'
import { imageCall } from '../test-picture.ts'
import { testVideo } from '../test-video.ts'
import { bflPictures } from './image-wire.ts'
import { addressOfTask } from './tasks.ts'
import { bflVideos } from './video-wire.ts'

const root = 'https://api.bfl.ai'
const pollingUrl = 'https://api.eu2.bfl.ai/v1/get_result?id=b1'
const sample = 'https://delivery-eu1.bfl.ai/results/sample.mp4?sig=1'
const { fit, createFor, createdBy, inquire, stateOf } = testVideo(bflVideos, { root, model: 'flux-3-video' })
const input = (role: 'first_frame' | 'last_frame' | 'source', url: string) =>
  ({ role, media: role === 'source' ? 'video' : 'image', source: { kind: 'url', url } }) as const

test('a task is asked for in its region, and the key goes to hosts of the maker alone', () => {
  const own = `${root}/v1/get_result?id=b1`
  const at = (polling: string, base = root) => addressOfTask(base, { id: 'b1', pollingUrl: polling })
  expect(at(pollingUrl)).toBe(pollingUrl)
  for (const other of [
    '',
    'no address',
    'http://api.eu2.bfl.ai/v1/get_result?id=b1',
    'https://bfl.ai.example/v1/get_result?id=b1',
    'https://notbfl.ai/v1/get_result?id=b1',
    'http://169.254.169.254/latest',
  ])
    expect(at(other)).toBe(own)
  // The key of a channel elsewhere is none of the maker's.
  expect(at(pollingUrl, 'https://proxy.example')).toBe('https://proxy.example/v1/get_result?id=b1')
  const behind = 'https://proxy.example/eu/v1/get_result?id=b1'
  expect(at(behind, 'https://proxy.example')).toBe(behind)
})

test('a video: its mode follows its inputs', () => {
  expect(createFor({ prompt: 'p', size: '1920x1080', sound: false })).toEqual({
    url: `${root}/v1/flux-3-video`,
    json: {
      mode: 't2v',
      prompt: 'p',
      duration: 5,
      resolution: 'fhd',
      aspect_ratio: '16:9',
      generate_audio: false,
    },
  })
  const inputs = [input('first_frame', 'https://e/1.png'), input('last_frame', 'https://e/2.png')]
  expect(createFor({ prompt: 'p', inputs }).json).toMatchObject({
    mode: 'i2v',
    keyframes: ['https://e/1.png', 'https://e/2.png'],
  })
  const longer = { operation: 'extend', prompt: 'p', inputs: [input('source', 'https://e/v.mp4')] } as const
  expect(createFor(longer).json).toMatchObject({ mode: 'v2v', start_video: 'https://e/v.mp4' })
  expect(() => fit({ ...longer, seconds: 16 })).toThrow('"allowed":"5–15"')
  expect(() => fit({ prompt: 'p', seconds: 4 })).toThrow('"allowed":"5–20"')
})

test('a video: its answers', () => {
  expect(createdBy({ id: 'b1', polling_url: pollingUrl, cost: 85 })).toEqual({
    kind: 'created',
    id: 'b1',
    place: { pollingUrl },
  })
  expect([createdBy({}), createdBy({ detail: 'Insufficient credits' }, 402)]).toEqual([null, null])
  expect(createdBy({ detail: 'Request blocked by moderation' }, 422)).toMatchObject({ error: { fault: 'moderation' } })
  expect(inquire('b1', { pollingUrl }).url).toBe(pollingUrl)
  expect(stateOf({ id: 'b1', status: 'Pending', progress: 0.4 })).toEqual({ status: 'IN_PROGRESS', progress: 40 })
  expect(stateOf({ status: 'Pending', progress: null })).toEqual({ status: 'IN_PROGRESS', progress: null })
  expect(stateOf({ status: 'Ready', result: { sample } })).toEqual({ status: 'SUCCESS', outputs: [{ url: sample }] })
  expect(stateOf({ status: 'Ready', result: null })).toMatchObject({
    error: { message: 'the maker reported success without a result' },
  })
  for (const status of ['Request Moderated', 'Content Moderated'])
    expect(stateOf({ status })).toEqual({ status: 'FAILURE', error: { fault: 'moderation', message: status } })
  for (const status of ['Error', 'Failed', 'Task not found'])
    expect(stateOf({ status })).toMatchObject({ status: 'FAILURE', error: { fault: 'other' } })
  expect(stateOf({ state: 'Pending' })).toMatchObject({ status: 'IN_PROGRESS' })
  expect([stateOf({ status: 'a new word' }), stateOf({}), stateOf({}, { status: 500 })]).toEqual([null, null, null])
})

test('pictures: sizes and inputs of each model', () => {
  const sentBy = (model: string, more: Parameters<typeof imageCall>[0] = {}) =>
    bflPictures(model)?.wire.build(imageCall(more), model)
  expect(sentBy('flux-2-pro', { size: '1792x1024', ownFields: { seed: 1 } })).toEqual({
    prompt: 'a gate',
    width: 1792,
    height: 1024,
    seed: 1,
  })
  expect(sentBy('flux-kontext-pro', { size: '1792x1024' })).toEqual({ prompt: 'a gate', aspect_ratio: '16:9' })
  const images = [{ mediaType: 'image/png', data: 'AAAA' }, { url: 'https://e/2.png' }]
  expect(sentBy('flux-2-max', { images })).toEqual({
    prompt: 'a gate',
    input_image: 'AAAA',
    input_image_2: 'https://e/2.png',
  })
  for (const [model, size] of [
    ['flux-2-pro', '1000x1000'],
    ['flux-2-pro', '4096x4096'],
    ['flux-pro-1.1', '1536x1024'],
  ] as const)
    expect(() => sentBy(model, { size })).toThrow()
  const most = (model: string) => bflPictures(model)?.wire.inputMax
  expect(['flux-2-pro', 'flux-2-klein-4b', 'flux-kontext-max', 'flux-pro-1.1'].map(most)).toEqual([8, 4, 1, 0])
  for (const model of ['flux-3-video', 'flux-pro-1.0-fill', 'gpt-image-1']) expect(bflPictures(model)).toBeNull()
})

test('pictures: a refusal is no success', () => {
  const wire = bflPictures('flux-2-pro')?.wire
  const at = { model: 'flux-2-pro', root }
  const id = wire?.tasks?.idOf({ id: 'b1', polling_url: pollingUrl }) ?? ''
  expect(wire?.tasks?.inquire(id, at)).toEqual({ path: pollingUrl })
  expect(wire?.tasks?.inquire(id, { ...at, root: 'https://proxy.example' })).toEqual({
    path: 'https://proxy.example/v1/get_result?id=b1',
  })
  const isOver = (status: string) => wire?.tasks?.isOver({ status })
  expect(['Pending', 'a new word', 'Ready', 'Content Moderated'].map(isOver)).toEqual([false, false, true, true])
  expect(wire?.parse({ status: 'Ready', result: { sample } })).toEqual([{ kind: 'url', url: sample }])
  expect(wire?.parse({ status: 'Ready', result: {} })).toEqual([])
  expect(wire?.errorIn?.({ status: 'Content Moderated', result: { sample } })).toMatchObject({
    code: 'content_policy_violation',
  })
  expect(wire?.errorIn?.({ status: 'Ready', result: { sample } })).toBeNull()
  expect(wire?.errorIn?.({ detail: [{ loc: ['body', 'width'], msg: 'too small', type: 'x' }] })).toEqual({
    message: 'too small',
  })
})
