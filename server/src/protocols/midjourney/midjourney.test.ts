import { expect, test } from 'bun:test'
import { modelNamesOf, parseCustomId, parseSimpleChange } from './actions.ts'
import { parseDrawingCallback, parseDrawingTasks, parseSubmitAnswer } from './parse-answers.ts'

// Formats from the documentation of midjourney-proxy and its forks.

test.each([
  ['MJ::JOB::upsample::2::3dbbd469', 'UPSCALE', 2],
  ['MJ::JOB::upsample_v6_2x_subtle::1::3dbb::SOLO', 'UPSCALE', 1],
  ['MJ::JOB::variation::4::3dbb', 'VARIATION', 4],
  ['MJ::JOB::high_variation::1::3dbb::SOLO', 'HIGH_VARIATION', 1],
  ['MJ::JOB::low_variation::1::3dbb::SOLO', 'LOW_VARIATION', 1],
  ['MJ::JOB::reroll::0::3dbb::SOLO', 'REROLL', null],
  ['MJ::JOB::pan_left::1::3dbb::SOLO', 'PAN', 1],
  ['MJ::Outpaint::50::1::3dbb::SOLO', 'ZOOM', null],
  ['MJ::CustomZoom::3dbb', 'CUSTOM_ZOOM', null],
  ['MJ::Inpaint::1::3dbb::SOLO', 'INPAINT', 1],
  ['MJ::JOB::animate_high::1::3dbb::SOLO', 'VIDEO', 1],
  ['MJ::JOB::animate_low_extend::2::3dbb::SOLO', 'VIDEO', 2],
] as const)('the button %s is %s', (customId, action, index) => {
  expect(parseCustomId(customId)).toEqual({ action, index })
})

test('an unknown button has no action', () => {
  for (const text of ['', 'MJ', 'MJ::JOB', 'MJ::JOB::sing::1', 'MJ::BOOKMARK::3dbb'])
    expect(parseCustomId(text)).toBeNull()
})

test('reads short changes, and nothing else', () => {
  expect(parseSimpleChange(' 170 U3 ')).toEqual({ taskId: '170', action: 'UPSCALE', index: 3 })
  expect(parseSimpleChange('170 v1')).toEqual({ taskId: '170', action: 'VARIATION', index: 1 })
  expect(parseSimpleChange('170 R')).toEqual({ taskId: '170', action: 'REROLL', index: null })
  for (const text of ['170', 'U1', '170 U5', '170 R1', '170 U1 x']) expect(parseSimpleChange(text)).toBeNull()
})

test('model names follow the action, with both spellings of uploads', () => {
  expect(modelNamesOf('HIGH_VARIATION')).toEqual(['mj_high_variation'])
  expect(modelNamesOf('SWAP_FACE')).toEqual(['swap_face'])
  expect(modelNamesOf('UPLOAD')).toEqual(['mj_upload', 'mj_uploads'])
})

test('reads answers leniently, and returns null for anything else', () => {
  expect(parseSubmitAnswer('{"code":1,"description":"ok","result":14001}')).toMatchObject({
    code: 1,
    taskId: '14001',
  })
  expect(parseSubmitAnswer('{"code":1,"result":["https://x.example/a.png"]}')).toMatchObject({ taskId: '' })
  expect(parseSubmitAnswer('{"code":"1"}')).toBeNull()
  expect(parseSubmitAnswer('<html>')).toBeNull()
  expect(parseDrawingTasks('{"a":1}')).toBeNull()
  expect(parseDrawingTasks('[{"id":"a","status":"success"},{"status":"SUCCESS"},7]')).toMatchObject([
    { taskId: 'a', status: 'SUCCESS' },
  ])
  expect(parseDrawingCallback('[]')).toBeNull()
  expect(parseDrawingCallback('{"id":"a","status":"CANCEL"}')).toMatchObject({
    status: 'FAILURE',
    failReason: 'cancelled',
  })
  const clips = ['https://x.example/1.mp4', { url: 'https://x.example/2.mp4' }, { url: 'file:///etc' }, 7]
  expect(parseDrawingTasks(JSON.stringify([{ id: 'a', status: 'SUCCESS', videoUrls: clips }]))).toMatchObject([
    { details: { videoUrls: ['https://x.example/1.mp4', 'https://x.example/2.mp4'] } },
  ])
  const withInvalidFields =
    '{"id":"a","status":"SUCCESS","imageUrl":"javascript:alert(1)","startTime":-1,"progress":"x"}'
  expect(parseDrawingCallback(withInvalidFields)).toMatchObject({ startedAt: 0, progress: null, details: {} })
})
