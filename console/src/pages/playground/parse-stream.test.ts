import { expect, test } from 'bun:test'
import { createFrameSplitter, parseFrame } from './parse-stream.ts'

const stream = [
  ': ping',
  'data: {"choices":[{"delta":{"role":"assistant","content":""}}]}',
  'data: {"choices":[{"delta":{"content":"河"}}]}',
  'event: message\ndata: {"choices":[{"delta":{"content":" runs\\n\\n"}}]}',
  'data: [DONE]',
]

test.each(['\n', '\r\n'])('frames are found however the bytes are cut, with lines ending in %j', (newline) => {
  const text = stream.map((frame) => `${frame.replaceAll('\n', newline)}${newline}${newline}`).join('')
  for (let size = 1; size < text.length; size++) {
    const splitter = createFrameSplitter()
    const data: string[] = []
    for (let start = 0; start < text.length; start += size) data.push(...splitter.push(text.slice(start, start + size)))
    data.push(...splitter.end())
    expect(data.flatMap(parseFrame)).toEqual([
      { type: 'text', text: '河' },
      { type: 'text', text: ' runs\n\n' },
      { type: 'done' },
    ])
  }
})

test('a last frame without its end is read', () => {
  const splitter = createFrameSplitter()
  expect(splitter.push('data: {"choices":[]}')).toEqual([])
  expect(splitter.end()).toEqual(['{"choices":[]}'])
})

test('thoughts, usage and errors are distinguished', () => {
  expect(parseFrame('{"choices":[{"delta":{"reasoning_content":"hm"}}]}')).toEqual([{ type: 'reasoning', text: 'hm' }])
  expect(parseFrame('{"choices":[{"delta":{"reasoning":"hm"}}]}')).toEqual([{ type: 'reasoning', text: 'hm' }])
  expect(parseFrame('{"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":2}}')).toEqual([
    { type: 'usage', promptTokens: 3, completionTokens: 2 },
  ])
  expect(parseFrame('{"error":{"message":"cut","code":"upstream_stream_cut"}}')).toEqual([
    { type: 'error', code: 'upstream_stream_cut', message: 'cut' },
  ])
  expect(parseFrame('{"error":{"code":7}}')).toEqual([{ type: 'error', code: undefined, message: '{"code":7}' }])
})

test('the last text of a frame precedes its finish reason', () => {
  expect(parseFrame('{"choices":[{"delta":{"content":"x"},"finish_reason":"length"}]}')).toEqual([
    { type: 'text', text: 'x' },
    { type: 'finish', reason: 'length' },
  ])
  expect(parseFrame('{"choices":[{"delta":{},"finish_reason":"content_filter"}]}')).toEqual([
    { type: 'finish', reason: 'content_filter' },
  ])
  expect(parseFrame('{"choices":[{"delta":{},"finish_reason":null}]}')).toEqual([])
})

test('calls of tools arrive in pieces', () => {
  const frame = (calls: unknown) => parseFrame(JSON.stringify({ choices: [{ delta: { tool_calls: calls } }] }))
  expect(frame([{ index: 0, id: 'c1', function: { name: 'f', arguments: '' } }, null, { index: 'x' }])).toEqual([
    { type: 'tool', index: 0, id: 'c1', name: 'f', text: '' },
  ])
  expect(frame([{ index: 0, function: { arguments: '{}' } }])).toEqual([{ type: 'tool', index: 0, text: '{}' }])
  expect(frame({})).toEqual([])
})

test('pictures and sound of an answer are read; a picture at another address is a link', () => {
  const frame = (delta: object) => parseFrame(JSON.stringify({ choices: [{ delta }] }))
  const pictureOf = (url: unknown) => frame({ images: [{ type: 'image_url', image_url: { url } }] })
  expect(pictureOf('data:image/png;base64,AA')).toEqual([{ type: 'picture', url: 'data:image/png;base64,AA' }])
  expect(pictureOf('https://img.example/a.png')).toEqual([
    { type: 'text', text: '\n\n![](https://img.example/a.png)\n\n' },
  ])
  for (const url of ['data:image/svg+xml;base64,AA', 'javascript:alert(1)', 7]) expect(pictureOf(url)).toEqual([])
  expect(frame({ audio: { id: 'a', data: 'AA', transcript: 'Hi' } })).toEqual([
    { type: 'sound', data: 'AA' },
    { type: 'text', text: 'Hi' },
  ])
})

test('invalid JSON is reported as unreadable', () => {
  for (const data of ['<html>', '7', 'null', '{"choices":']) expect(parseFrame(data)).toEqual([{ type: 'unreadable' }])
})
