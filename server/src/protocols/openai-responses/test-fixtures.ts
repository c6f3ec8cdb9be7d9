import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonRecord } from '@sluice/contract/read-json'
import type { ChatEvent } from '../../core/chat/chat-response.ts'
import { readFrameData } from '../sse/test-frames.ts'
import type { ResponseHead } from './build-response.ts'
import { createResponsesStreamParser } from './parse-stream.ts'

const folder = join(import.meta.dir, '__fixtures__')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const names = (suffix: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(suffix))
    .map((name) => name.slice(0, -suffix.length))
    .sort()

export const answerNames = names('.json')
export const readAnswer = (name: string): JsonRecord => JSON.parse(read(`${name}.json`)) as JsonRecord
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
export const lastResponse = (lines: readonly string[]): JsonRecord =>
  (JSON.parse(lines.at(-1) ?? '{}') as { response: JsonRecord }).response

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
export function readFrames(text: string): { wire: JsonRecord[]; events: ChatEvent[] } {
  const data = readFrameData([new TextEncoder().encode(text)])
  return { wire: data.map((text) => JSON.parse(text) as JsonRecord), events: parseLines(data) }
}

export const testHead = (request: JsonRecord = {}): ResponseHead => ({
  id: 'resp_1',
  model: 'm',
  createdAt: 1_700_000_000,
  request,
  newId: countingIds(),
})
