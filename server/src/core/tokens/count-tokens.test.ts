import { expect, test } from 'bun:test'
import { countPromptTokens } from './count-tokens.ts'
import { encodingOf } from './encoding-of.ts'
import { estimatePromptTokens } from './estimate-prompt.ts'
import { tilesOf } from './image-tokens.ts'

/** A token for each word, so that sums are easy to calculate by hand. */
const words = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length
const count = (body: unknown, model = 'gpt-4o') => countPromptTokens(body, model, words)
const user = (content: unknown) => ({ messages: [{ role: 'user', content }] })

test('each message costs 3, its role and its text; the reply costs 3', () => {
  expect(count(user('one two three'))).toBe(10) // 3 + 1 + 3, + 3
  const two = [
    { role: 'system', content: 'be brief' },
    { role: 'user', content: 'hello' },
  ]
  expect(count({ messages: two })).toBe(14) // (3 + 1 + 2) + (3 + 1 + 1) + 3
})

test('a name costs one more', () => {
  expect(count({ messages: [{ role: 'user', name: 'ann', content: 'hi' }] })).toBe(10) // 3 + 1 + 1 + (1 + 1) + 3
})

test('counts all tools', () => {
  const tool = (name: string) => ({ type: 'function', function: { name, description: 'finds a thing' } })
  expect(count({ ...user('hi'), tools: [tool('a')] })).toBe(20) // 8 + (8 + 1 + 3)
  expect(count({ ...user('hi'), tools: [tool('a'), tool('b'), tool('c')] })).toBe(44) // 8 + 3 × 12
  expect(count({ ...user('hi'), functions: [{ name: 'a', parameters: { type: 'object' } }] })).toBe(18) // 8 + 8 + 1 + 1
})

test('counts tool calls of earlier turns', () => {
  const call = { id: 'x', type: 'function', function: { name: 'find', arguments: '{"q": "tea pot"}' } }
  expect(count({ messages: [{ role: 'assistant', content: null, tool_calls: [call] }] })).toBe(11) // 3 + 1 + (1 + 3) + 3
})

test('parts: text by its tokens, audio and files at a flat number', () => {
  const parts = [
    { type: 'text', text: 'look here' },
    { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } },
    { type: 'file', file: { file_id: 'f' } },
  ]
  expect(count(user(parts))).toBe(5109) // 3 + 1 + 2 + 100 + 5000 + 3
})

const image = (url: string, detail?: string) => user([{ type: 'image_url', image_url: { url, detail } }])
const messageTokens = 7 // 3 + role + 3

test('an image counts by its tiles, or by a default if its size is unknown', () => {
  expect(count(image('https://example.com/a.png'))).toBe(messageTokens + 765) // 4 × 170 + 85
  expect(count(image('https://example.com/a.png', 'low'))).toBe(messageTokens + 85)
  expect(count(image('https://example.com/a.png'), 'gpt-4o-mini')).toBe(messageTokens + 4 * 5667 + 2833)
  expect(count(image('https://example.com/a.png'), 'glm-4v')).toBe(messageTokens + 1047)
  expect(count(user([{ type: 'input_image', image_url: 'https://example.com/a.png' }]))).toBe(messageTokens + 765)
})

function dataUrl(type: string, bytes: number[]): string {
  return `data:image/${type};base64,${btoa(String.fromCharCode(...bytes, ...new Array(40).fill(0)))}`
}
const bigU16 = (value: number) => [(value >> 8) & 255, value & 255]
const littleU16 = (value: number) => [value & 255, (value >> 8) & 255]
const ascii = (text: string) => [...text].map((character) => character.charCodeAt(0))
const png = (width: number, height: number) =>
  dataUrl('png', [
    0x89,
    ...ascii('PNG\r\n\x1a\n'),
    0,
    0,
    0,
    13,
    ...ascii('IHDR'),
    0,
    0,
    ...bigU16(width),
    0,
    0,
    ...bigU16(height),
  ])
const gif = (width: number, height: number) =>
  dataUrl('gif', [...ascii('GIF89a'), ...littleU16(width), ...littleU16(height)])
const webp = (width: number, height: number) =>
  dataUrl('webp', [
    ...ascii('RIFF'),
    0,
    0,
    0,
    0,
    ...ascii('WEBPVP8X'),
    10,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    ...littleU16(width - 1),
    0,
    ...littleU16(height - 1),
    0,
  ])
const jpeg = (width: number, height: number) =>
  dataUrl('jpeg', [
    0xff,
    0xd8,
    0xff,
    0xe0,
    ...bigU16(6),
    1,
    2,
    3,
    4,
    0xff,
    0xc0,
    ...bigU16(17),
    8,
    ...bigU16(height),
    ...bigU16(width),
  ])

test.each([
  ['PNG', png],
  ['GIF', gif],
  ['WebP', webp],
  ['JPEG', jpeg],
] as const)('the size of an embedded %s is read from its head', (_, build) => {
  expect(count(image(build(512, 512)))).toBe(messageTokens + 170 + 85)
  expect(count(image(build(513, 512)))).toBe(messageTokens + 2 * 170 + 85)
})

test('an unreadable image has the default size', () => {
  for (const url of ['data:image/png;base64,!!!!', 'data:image/png;base64,', 'data:image/png,abc', png(0, 0), '']) {
    expect(count(image(url))).toBe(messageTokens + 765)
  }
})

test('images are scaled down before they are tiled: into 2048 × 2048, then the shorter side to 768', () => {
  expect(tilesOf({ width: 1024, height: 1024 })).toBe(4) // 768 × 768
  expect(tilesOf({ width: 2048, height: 4096 })).toBe(6) // 1024 × 2048, then 768 × 1536
  expect(tilesOf({ width: 100, height: 100 })).toBe(1) // not enlarged
  expect(tilesOf({ width: 100_000, height: 100 })).toBe(4) // 2048 × 2
  expect(tilesOf({ width: 1536, height: 1536 })).toBe(4)
  expect(tilesOf({ width: 2_000_000_000, height: 1 })).toBe(4)
})

test('completions and embeddings: a text, texts, tokens, lists of tokens', () => {
  expect(count({ prompt: 'one two' })).toBe(2)
  expect(count({ prompt: 'one two', suffix: 'three' })).toBe(3)
  expect(count({ input: ['one two', 'three'] })).toBe(3)
  expect(count({ input: [5, 6, 7, 8] })).toBe(4)
  expect(
    count({
      input: [
        [5, 6],
        [7, 8, 9],
      ],
    }),
  ).toBe(5)
  expect(count({ input: [{ role: 'user', content: 'hello there' }], instructions: 'be kind' })).toBe(8) // 3 + 1 + 2, + 2
})

test('malformed bodies count nothing and cause no error', () => {
  const malformed = [null, 5, 'text', [], {}, { messages: 'x' }, { messages: [] }, { tools: {} }, { input: null }]
  for (const body of malformed) expect(count(body)).toBe(0)
  expect(count({ messages: [null, 7, { role: 5, content: 8, tool_calls: 'x' }] })).toBe(12) // 3 × 3 + 3
})

test('the estimate of a request follows the same rules', () => {
  expect(estimatePromptTokens(user(''))).toBe(7)
  expect(estimatePromptTokens(image('https://example.com/a.png'))).toBe(messageTokens + 765)
})

test.each([
  ['gpt-4o', 'o200k_base'],
  ['gpt-4.1-mini', 'o200k_base'],
  ['gpt-5', 'o200k_base'],
  ['o1', 'o200k_base'],
  ['claude-3-5-sonnet', 'o200k_base'],
  ['gpt-4', 'cl100k_base'],
  ['gpt-4-turbo', 'cl100k_base'],
  ['gpt-3.5-turbo', 'cl100k_base'],
  ['text-embedding-3-small', 'cl100k_base'],
] as const)('%s is counted with %s', (model, encoding) => {
  expect(encodingOf(model)).toBe(encoding)
})
