import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonRecord } from '@sluice/contract/read-json'
import type { ChatEvent } from '../../core/chat/chat-response.ts'
import { readFrameData } from '../sse/test-frames.ts'
import { createAnthropicStreamParser } from './parse-stream.ts'

const folder = join(import.meta.dir, '__fixtures__')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const names = (suffix: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(suffix))
    .sort()

export const answerNames = names('.json')
export const readAnswer = (name: string): JsonRecord => JSON.parse(read(name)) as JsonRecord

/** The recorded streams. A file with several consecutive answers gives one stream for each: `name#2`. */
export const streams: ReadonlyMap<string, string[]> = new Map(names('.chunks.txt').flatMap(splitStreams))

function splitStreams(name: string): [string, string[]][] {
  const lines = read(name)
    .split('\n')
    .filter((line) => line !== '')
  const found: [string, string[]][] = []
  let from = 0
  lines.forEach((line, index) => {
    if (!line.startsWith('{"type":"message_stop"')) return
    const short = name.replace('.chunks.txt', '')
    found.push([found.length === 0 ? short : `${short}#${found.length + 1}`, lines.slice(from, index + 1)])
    from = index + 1
  })
  return found
}

export function parseLines(lines: readonly string[]): ChatEvent[] {
  let made = 0
  const parser = createAnthropicStreamParser(() => `made_${++made}`)
  return lines.flatMap((line) => parser.push(line, null))
}

export const parseFrames = (text: string): ChatEvent[] => parseLines(readFrameData([new TextEncoder().encode(text)]))

/** Events with adjacent pieces of one part joined: the division of text has no meaning. */
export function joinPieces(events: readonly ChatEvent[]): ChatEvent[] {
  const joined: ChatEvent[] = []
  for (const event of events) {
    const last = joined.at(-1)
    if (event.kind === 'text' && last?.kind === 'text') last.text += event.text
    else if (event.kind === 'reasoning' && last?.kind === 'reasoning') last.text += event.text
    else if (event.kind === 'tool_arguments' && last?.kind === 'tool_arguments' && last.call === event.call)
      last.text += event.text
    else joined.push({ ...event })
  }
  return joined
}
