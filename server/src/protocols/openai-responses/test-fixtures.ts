import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChatEvent } from '../../core/chat/chat-response.ts'
import { readFrameData } from '../sse/test-frames.ts'
import type { ResponseHead } from './build-response.ts'
import { createResponsesStreamParser } from './parse-stream.ts'
import type { Wire } from './wire.ts'

const folder = join(import.meta.dir, '__fixtures__')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const names = (suffix: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(suffix))
    .map((name) => name.slice(0, -suffix.length))
    .sort()

export const answerNames = names('.json')
export const readAnswer = (name: string): Wire => JSON.parse(read(`${name}.json`)) as Wire
export const streamNames = names('.chunks.txt')
/** The events of a recorded stream, one text each; of several consecutive streams the first. */
export function readEvents(name: string): string[] {
  const lines = read(`${name}.chunks.txt`)
    .split('\n')
    .filter((line) => line !== '')
  const last = lines.findIndex((line) => line.includes('"type":"response.completed"'))
  return lines.slice(0, last + 1)
}
/** The final response of a stream. */
export const lastResponse = (lines: readonly string[]): Wire =>
  (JSON.parse(lines.at(-1) ?? '{}') as { response: Wire }).response

/** Ids from 1 on. */
export function countingIds(): () => string {
  let count = 0
  return () => String(++count)
}

export function parseLines(lines: readonly string[]): ChatEvent[] {
  const parser = createResponsesStreamParser(countingIds())
  return lines.flatMap((line) => parser.push(line, null))
}

/** The events in `text`, parsed. */
export function readFrames(text: string): { wire: Wire[]; events: ChatEvent[] } {
  const data = readFrameData([new TextEncoder().encode(text)])
  return { wire: data.map((text) => JSON.parse(text) as Wire), events: parseLines(data) }
}

export const testHead = (request: Wire = {}): ResponseHead => ({
  id: 'resp_1',
  model: 'm',
  createdAt: 1_700_000_000,
  request,
  newId: countingIds(),
})
