import { expect, test } from 'bun:test'
import { testVideo } from '../test-video.ts'
import { minimaxVideos } from './video-wire.ts'

const root = 'https://api.minimaxi.com'
const h3 = testVideo(minimaxVideos, { root, model: 'MiniMax-H3' })
const hailuo = testVideo(minimaxVideos, { root, model: 'MiniMax-Hailuo-2.3' })
const frame = (role: 'first_frame' | 'last_frame', url: string) =>
  ({ role, media: 'image', source: { kind: 'url', url } }) as const
const part = (role: string, url: string) => ({ type: 'image_url', image_url: { url }, role })
const [first, last] = ['https://e/1.png', 'https://e/2.png']

test('H3 with two frames', () => {
  const inputs = [frame('first_frame', first), frame('last_frame', last)]
  expect(h3.createFor({ prompt: 'p', seconds: 6, resolution: '768p', inputs })).toEqual({
    url: `${root}/v2/video_generation`,
    json: {
      model: 'MiniMax-H3',
      content: [{ type: 'text', text: 'p' }, part('first_frame', first), part('last_frame', last)],
      resolution: '768P',
      duration: 6,
    },
  })
  expect(h3.createdBy({ task_id: 'm1' })).toEqual({ kind: 'created', id: 'm1' })
  expect(h3.inquire('m1').url).toBe(`${root}/v2/query/video_generation/m1`)
})

test('the states of H3', () => {
  const stateOf = (task: Record<string, unknown>) => h3.stateOf({ task: { id: 'm1', ...task } })
  const usage = { total_seconds: 6, input_seconds: 0, output_seconds: 6 }
  expect(stateOf({ status: 'succeeded', content: { url: 'https://m.example/v.mp4' }, duration: 6, usage })).toEqual({
    status: 'SUCCESS',
    outputs: [{ url: 'https://m.example/v.mp4', seconds: 6 }],
    use: { seconds: 6, inputSeconds: 0 },
  })
  expect(stateOf({ status: 'queued' })).toMatchObject({ status: 'QUEUED' })
  expect(stateOf({ status: 'running' })).toMatchObject({ status: 'IN_PROGRESS' })
  expect(stateOf({ status: 'cancelled' })).toMatchObject({ status: 'FAILURE', error: { fault: 'other' } })
  expect(stateOf({ status: 'failed', error: { code: 'c', message: 'sensitive' } })).toMatchObject({
    error: { fault: 'moderation' },
  })
  expect(stateOf({ status: 'succeeded' })).toMatchObject({
    status: 'FAILURE',
    error: { message: 'the maker reported success without a result' },
  })
  expect([stateOf({ status: 'a new word' }), h3.stateOf({})]).toEqual([null, null])
})

test('the first API: a body and refusals under status 200', () => {
  expect(hailuo.createFor({ prompt: 'p', seconds: 10, inputs: [frame('first_frame', first)] })).toEqual({
    url: `${root}/v1/video_generation`,
    json: { model: 'MiniMax-Hailuo-2.3', prompt: 'p', first_frame_image: first, duration: 10, resolution: '768P' },
  })
  const refusedBy = (status_code: number) => hailuo.createdBy({ base_resp: { status_code, status_msg: 'm' } })
  expect(refusedBy(1026)).toEqual({
    kind: 'refused',
    error: { fault: 'moderation', message: 'm' },
    mayTryAnother: false,
  })
  expect([refusedBy(1008), refusedBy(2013)]).toMatchObject([{ mayTryAnother: true }, { mayTryAnother: false }])
  expect([refusedBy(1000), refusedBy(0)]).toEqual([null, null])
})

test('the first API: the address comes by a second query', () => {
  const { stateOf } = hailuo
  expect([stateOf({ status: 'Preparing' }), stateOf({ status: 'Queueing' })]).toMatchObject([
    { status: 'QUEUED' },
    { status: 'QUEUED' },
  ])
  expect(stateOf({ status: 'Processing' })).toMatchObject({ status: 'IN_PROGRESS' })
  const place = { step: 'file' }
  expect(stateOf({ status: 'Success', file_id: '8' })).toEqual({
    status: 'ASK',
    order: { url: `${root}/v1/files/retrieve?file_id=8`, method: 'GET' },
    place,
  })
  expect(stateOf({ file: { file_id: 8, download_url: 'https://m.example/v.mp4' } }, { place })).toEqual({
    status: 'SUCCESS',
    outputs: [{ url: 'https://m.example/v.mp4' }],
  })
  expect(stateOf({}, { place })).toMatchObject({ status: 'IN_PROGRESS' })
  for (const file of [{ file_id: 8, download_url: '' }, { file_id: 8, download_url: 5 }, { file_id: 8 }])
    expect(stateOf({ file }, { place })).toMatchObject({ status: 'FAILURE' })
  expect(stateOf({ status: 'Success' })).toMatchObject({
    status: 'FAILURE',
    error: { message: 'the maker reported success without a result' },
  })
  expect(stateOf({ status: 'Fail' })).toMatchObject({ status: 'FAILURE' })
  expect(stateOf({ base_resp: { status_code: 1027, status_msg: 'm' } })).toMatchObject({
    error: { fault: 'moderation' },
  })
  expect([stateOf({ status: 'a new word' }), stateOf({}), stateOf({}, { status: 500 })]).toEqual([null, null, null])
})
