import { expect, test } from 'bun:test'
import { testVideo } from '../test-video.ts'
import { jimeng } from './index.ts'
import { jimengVideos } from './video-wire.ts'

const root = 'https://visual.volcengineapi.com'
const { createFor, createdBy, inquire, stateOf } = testVideo(jimengVideos, { root, model: 'jimeng_ti2v_v30_pro' })
const submission = () => createFor({ prompt: 'a red kite', seconds: 5, size: '1920x1080', seed: -1 })

async function signatureOf({ url, json }: ReturnType<typeof inquire>): Promise<string | undefined> {
  const body = new TextEncoder().encode(JSON.stringify(json))
  const request = { method: 'POST', url, headers: { 'content-type': 'application/json' }, body } as const
  const signature = await jimeng.sign?.(request, 'AKTEST|SKTEST', Date.UTC(2025, 9, 9, 8, 53, 20))
  return signature?.headers?.authorization
}

test('the body and its signature', async () => {
  expect(submission()).toEqual({
    url: `${root}/?Action=CVSync2AsyncSubmitTask&Version=2022-08-31`,
    json: { req_key: 'jimeng_ti2v_v30_pro', prompt: 'a red kite', seed: -1, frames: 121, aspect_ratio: '16:9' },
  })
  const head =
    'HMAC-SHA256 Credential=AKTEST/20251009/cn-north-1/cv/request, ' +
    'SignedHeaders=content-type;host;x-content-sha256;x-date, Signature='
  expect(await signatureOf(submission())).toBe(
    `${head}3cc96e29f566d9ebb295d89532ff3bb0b9fd3246671f4e6ea57fe53979795ce2`,
  )
  expect(await signatureOf(inquire('7491596536074305586'))).toBe(
    `${head}f6c99ef8be31aa62d7922bdbccc92bed8b58a551429de78be89c695a08da6354`,
  )
  expect(() => createFor({ prompt: 'p', seconds: 8 })).toThrow('videoSeconds {"given":8,"allowed":"5, 10"}')
})

test('the answers to a submission', () => {
  expect(createdBy({ code: 10_000, data: { task_id: '7' } })).toEqual({ kind: 'created', id: '7' })
  expect([createdBy({}), createdBy({ code: 50_500 }, 500)]).toEqual([null, null])
  expect(createdBy({ code: 50_412, message: 'm' }, 400)).toMatchObject({ error: { fault: 'moderation' } })
  expect(createdBy({ code: 50_430, message: 'm' }, 429)).toMatchObject({ mayTryAnother: true })
})

test('the states of the maker: done alone is no success', () => {
  const at = (status: string, more = {}) => stateOf({ code: 10_000, data: { status, ...more } })
  expect(at('in_queue')).toMatchObject({ status: 'QUEUED' })
  for (const word of ['generating', 'processing']) expect(at(word)).toMatchObject({ status: 'IN_PROGRESS' })
  expect(at('done', { video_url: 'https://j.example/v.mp4' })).toEqual({
    status: 'SUCCESS',
    outputs: [{ url: 'https://j.example/v.mp4' }],
  })
  expect(at('done')).toMatchObject({
    status: 'FAILURE',
    error: { message: 'the maker reported success without a result' },
  })
  const refused = { code: 50_516, message: 'Post Video Risk Not Pass', data: { status: 'done' } }
  for (const status of [200, 400])
    expect(stateOf(refused, { status })).toMatchObject({ status: 'FAILURE', error: { fault: 'moderation' } })
  expect(at('expired')).toMatchObject({ status: 'FAILURE' })
  expect(at('not_found')).toBeNull()
  expect([at('a new word'), stateOf({}), stateOf({ code: 50_500 }, { status: 500 })]).toEqual([null, null, null])
})
