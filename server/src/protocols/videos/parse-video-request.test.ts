import { expect, test } from 'bun:test'
import type { JsonRecord } from '@sluice/contract/read-json'
import { GatewayError } from '../../core/errors.ts'
import { parseVideoRequest } from './parse-video-request.ts'

const parse = (body: JsonRecord) => parseVideoRequest({ model: 'm', prompt: 'p', ...body }, 'generate', null).video
const png = 'iVBORw0KGgo='

const reasonOf = (body: JsonRecord): unknown => {
  try {
    parse(body)
  } catch (cause) {
    if (cause instanceof GatewayError) return (cause.params.reason as { code: string } | undefined)?.code ?? cause.code
    throw cause
  }
  return null
}

test('lengths, sizes and resolutions in the spellings of clients', () => {
  for (const [body, seconds] of [
    [{ seconds: '8' }, 8],
    [{ duration: 5 }, 5],
    [{ duration: '5s' }, 5],
    [{}, null],
  ] as const)
    expect(parse(body).seconds).toBe(seconds)
  for (const [seed, read] of [
    [7, 7],
    ['-1', -1],
    ['', null],
    [null, null],
  ] as const)
    expect(parse({ seed }).seed).toBe(read)
  expect(parse({ size: '1280*720' }).size).toBe('1280x720')
  expect(parse({ resolution: '1280x720' })).toMatchObject({ size: '1280x720', resolution: '' })
  for (const text of [' 4K', '2160p', 'uhd']) expect(parse({ resolution: text }).resolution).toBe('4k')
})

test.each([
  [{ seconds: '-1' }, 'videoNumber'],
  [{ seconds: '0x5' }, 'videoNumber'],
  [{ seconds: '1e1' }, 'videoNumber'],
  [{ seconds: ['5'] }, 'videoNumber'],
  [{ seconds: 1e9 }, 'videoNumber'],
  [{ seed: 'abc' }, 'videoWhole'],
  [{ seed: 1.5 }, 'videoWhole'],
  [{ metadata: { seed: [] } }, 'videoWhole'],
  [{ size: ['1280x720'] }, 'videoText'],
  [{ prompt: {} }, 'videoText'],
  [{ image: 'no address' }, 'videoInputUnreadable'],
  [{ image: 'file:///etc/passwd' }, 'videoInputUnreadable'],
  [{ image: 'data:text/html,<b>' }, 'videoInputUnreadable'],
  [{ image: 'data:image/svg+xml;base64,PHN2Zz4=' }, 'videoInputUnreadable'],
  [{ image: 'data:image/png;base64,!!!!' }, 'videoInputUnreadable'],
  [{ prompt: '' }, 'prompt_is_required'],
])('%p is refused: %s', (body, reason) => {
  expect(reasonOf(body)).toBe(reason)
})

test('frames, references and sounds by the names of each form', () => {
  const rolesOf = (body: JsonRecord) => parse(body).inputs.map(({ role }) => role)
  const picture = (n: number) => `https://a.example/${n}.png`
  expect(rolesOf({ image: picture(1), image_tail: picture(2) })).toEqual(['first_frame', 'last_frame'])
  expect(rolesOf({ images: [picture(1)] })).toEqual(['first_frame'])
  expect(rolesOf({ images: [picture(1), picture(2), picture(3)] })).toEqual(['reference', 'reference', 'reference'])
  const frame = (n: number, frame_type: string) => ({ type: 'image_url', image_url: { url: picture(n) }, frame_type })
  const references = [{ type: 'image_url', image_url: { url: picture(3) } }]
  expect(
    rolesOf({ frame_images: [frame(1, 'first_frame'), frame(2, 'last_frame')], input_references: references }),
  ).toEqual(['first_frame', 'last_frame'])
  expect(rolesOf({ input_references: references })).toEqual(['reference'])
  expect(parse({ 'input_reference[image_url]': `data:image/png;base64,${png}` }).inputs).toEqual([
    { role: 'first_frame', media: 'image', source: { kind: 'bytes', mediaType: 'image/png', data: png } },
  ])
})

test('what no field of the neutral form holds is kept apart', () => {
  const { vendor, metadataNames } = parse({
    metadata: { watermark: true, style: 'film' },
    style: 'anime',
    seconds: '4',
  })
  expect({ vendor, metadataNames }).toEqual({
    vendor: { watermark: true, style: 'anime' },
    metadataNames: ['watermark'],
  })
})

test('a setting of metadata that takes effect is not kept apart, and one that another field replaces is', () => {
  const metadata = { aspect_ratio: '9:16', seed: 7, generate_audio: true, constructor: 1 }
  expect(parse({ metadata, seed: 5, sound: false })).toMatchObject({
    aspect: '9:16',
    seed: 5,
    sound: false,
    vendor: { seed: 7, generate_audio: true, constructor: 1 },
    metadataNames: ['seed', 'generate_audio', 'constructor'],
  })
  expect(parse({ metadata, seed: 5, sound: false }).vendor).not.toHaveProperty('aspect_ratio')
})
