import { describe, expect, test } from 'bun:test'
import { createOpenaiStreamMeter } from '../../protocols/openai-chat/stream-meter.ts'
import { createFrameSplitter } from '../../protocols/sse/frame-splitter.ts'
import { type FrameRewriter, passFrames } from './outgoing-frames.ts'
import { createEventRenamer } from './rename-model.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const content =
  'data: {"id":"1","model":"up","choices":[{"index":0,"delta":{"content":"a \\"usage\\" x"}}],"n":1.0}\n\n'
const usage = 'data: {"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":4}}\n\n'
const done = 'data: [DONE]\n\n'

function pass(text: string, rules: { hidesUsage: boolean; rewrite: FrameRewriter | null }) {
  const meter = createOpenaiStreamMeter(() => {})
  const frames = createFrameSplitter(10_000).push(encoder.encode(text))
  const out = passFrames(frames, { ...rules, classify: (data) => meter.push(data) })
  return { text: decoder.decode(out.bytes), end: out.end?.kind ?? null, usage: meter.usage() }
}

describe('passFrames', () => {
  test('passes bytes unchanged when nothing must change', () => {
    const stream = `${content}: note\n\n${usage}${content}`
    expect(pass(stream, { hidesUsage: false, rewrite: null }).text).toBe(stream)
  })
  test('withholds a usage frame that the client did not request, and still reads it', () => {
    const out = pass(`${content}${usage}${content}`, { hidesUsage: true, rewrite: null })
    expect(out.text).toBe(content + content)
    expect(out.usage).toMatchObject({ inputText: 3, outputText: 4 })
  })
  test('withholds only whole usage frames', () => {
    const both =
      'data: {"choices":[{"index":0,"delta":{"content":"x"}}],"usage":{"prompt_tokens":1,"completion_tokens":1}}\n\n'
    expect(pass(both, { hidesUsage: true, rewrite: null }).text).toBe(both)
  })
  test('stops at the end marker', () => {
    expect(pass(content + done + content, { hidesUsage: true, rewrite: null })).toMatchObject({
      text: content,
      end: 'done',
    })
  })
  test('stops at an error', () => {
    expect(pass(`${content}data: {"error":{"message":"x"}}\n\n`, { hidesUsage: true, rewrite: null })).toMatchObject({
      text: content,
      end: 'error',
    })
  })
  test('restores the client’s model name, and changes nothing else', () => {
    const { rename } = createEventRenamer({ field: 'model' }, 'mine')
    expect(pass(content, { hidesUsage: true, rewrite: (data) => [rename(data)] }).text).toBe(
      content.replace('"up"', '"mine"'),
    )
  })
})
