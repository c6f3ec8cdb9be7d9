import { expect, test } from 'bun:test'
import { testVideo } from '../test-video.ts'
import { viduVideos } from './video-wire.ts'

const root = 'https://api.vidu.cn'
const { createFor, createdBy, inquire, stateOf } = testVideo(viduVideos, { root, model: 'viduq3-pro' })
const frame = (role: 'first_frame' | 'last_frame' | 'reference') =>
  ({ role, media: 'image', source: { kind: 'url', url: 'https://e/1.png' } }) as const

test('the path follows the pictures', () => {
  expect(createFor({ prompt: 'p', size: '1280x720' })).toEqual({
    url: `${root}/ent/v2/text2video`,
    json: { model: 'viduq3-pro', prompt: 'p', duration: 5, resolution: '720p', aspect_ratio: '16:9' },
  })
  const pathWith = (...inputs: ReturnType<typeof frame>[]) => createFor({ prompt: 'p', inputs }).url.split('/').at(-1)
  expect([
    pathWith(frame('first_frame')),
    pathWith(frame('first_frame'), frame('last_frame')),
    pathWith(frame('reference')),
  ]).toEqual(['img2video', 'start-end2video', 'reference2video'])
})

test('the answers to a submission', () => {
  expect(createdBy({ task_id: '1', state: 'created' })).toEqual({ kind: 'created', id: '1' })
  expect([createdBy({}), createdBy({ reason: 'CreditInsufficient' }, 400)]).toEqual([null, null])
  expect(createdBy({ reason: 'AuditSubmitIllegal', message: 'm' }, 400)).toMatchObject({
    error: { fault: 'moderation' },
  })
  expect(inquire('1').url).toBe(`${root}/ent/v2/tasks/1/creations`)
})

test('the states of the maker', () => {
  for (const state of ['created', 'queueing']) expect(stateOf({ state })).toMatchObject({ status: 'QUEUED' })
  expect(stateOf({ state: 'processing' })).toMatchObject({ status: 'IN_PROGRESS' })
  expect(stateOf({ state: 'success', creations: [{ id: 'c', url: 'https://v.example/v.mp4' }] })).toEqual({
    status: 'SUCCESS',
    outputs: [{ url: 'https://v.example/v.mp4' }],
  })
  expect(stateOf({ state: 'success', creations: [] })).toMatchObject({
    error: { message: 'the maker reported success without a result' },
  })
  expect(stateOf({ state: 'failed', err_code: 'AuditSubmitIllegal' })).toMatchObject({ error: { fault: 'moderation' } })
  expect([stateOf({ state: 'a new word' }), stateOf({}), stateOf({}, { status: 500 })]).toEqual([null, null, null])
})
