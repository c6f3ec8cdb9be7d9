import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChatEvent } from '../../core/chat/chat-response.ts'
import { frameData } from '../sse/frame-data.ts'
import { createFrameSplitter } from '../sse/frame-splitter.ts'
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

export const frameEvents = (lines: readonly string[], newline = '\n'): string =>
  lines
    .map((line) => {
      const { type } = JSON.parse(line) as { type: string }
      return `event: ${type}${newline}data: ${line}${newline}${newline}`
    })
    .join('')

/** The `data` of each frame of a stream that arrives in `chunks`. */
export function dataOf(chunks: Uint8Array[]): string[] {
  const splitter = createFrameSplitter(1_000_000)
  return chunks.flatMap((chunk) => {
    const { bytes, ends } = splitter.push(chunk)
    return ends.map((end, i) => frameData(bytes.subarray(ends[i - 1] ?? 0, end))).filter((data) => data !== null)
  })
}

/** Ids from 1 on. */
export function counted(): () => string {
  let made = 0
  return () => String(++made)
}

export function parseLines(lines: readonly string[]): ChatEvent[] {
  const parser = createResponsesStreamParser(counted())
  return lines.flatMap((line) => parser.push(line, null))
}

/** The events in `text`, parsed. */
export function readFrames(text: string): { wire: Wire[]; events: ChatEvent[] } {
  const data = dataOf([new TextEncoder().encode(text)])
  return { wire: data.map((one) => JSON.parse(one) as Wire), events: parseLines(data) }
}

export const testHead = (request: Wire = {}): ResponseHead => ({
  id: 'resp_1',
  model: 'm',
  createdAt: 1_700_000_000,
  request,
  newId: counted(),
})
