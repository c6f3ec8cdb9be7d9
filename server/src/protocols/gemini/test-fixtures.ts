import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChatEvent, ChatStreamParser } from '../../core/chat/chat-response.ts'
import { readFrameData } from '../sse/test-frames.ts'
import { createGeminiStreamParser } from './parse-stream.ts'

const read = (name: string) => readFileSync(join(import.meta.dir, '__fixtures__', name), 'utf8')

export const wholeFixtures = ['google-reasoning.json', 'google-text.json', 'google-tool-call.json'] as const
export const streamFixtures = [
  'google-reasoning.chunks.txt',
  'google-stream-no-args-tool-call.chunks.txt',
  'google-text.chunks.txt',
  'google-tool-call.chunks.txt',
  'google-vertex-stream-tool-call-arguments-nested.1.chunks.txt',
] as const

export const wholeFixture = (name: (typeof wholeFixtures)[number]): Record<string, unknown> => JSON.parse(read(name))
/** Payloads of the frames. */
export const streamFixture = (name: (typeof streamFixtures)[number]): string[] =>
  read(name)
    .split('\n')
    .filter((line) => line !== '')

/** The payloads in Google's framing. */
export const frames = (payloads: string[]): Uint8Array =>
  new TextEncoder().encode(payloads.map((payload) => `data: ${payload}\r\n\r\n`).join(''))

export function countingIds(): () => string {
  let count = 0
  return () => `id_${count++}`
}

/** Events of a stream that arrives in `chunks`. */
export function readEvents(chunks: Uint8Array[]): { events: ChatEvent[]; parser: ChatStreamParser } {
  const parser = createGeminiStreamParser(countingIds())
  return { events: readFrameData(chunks).flatMap((data) => parser.push(data, null)), parser }
}

export const readEventsOfText = (text: string) => readEvents([new TextEncoder().encode(text)])
