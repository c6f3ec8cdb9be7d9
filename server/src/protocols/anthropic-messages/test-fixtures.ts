import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChatEvent } from '../../core/chat/chat-response.ts'
import { frameData } from '../sse/frame-data.ts'
import { createFrameSplitter } from '../sse/frame-splitter.ts'
import { createAnthropicStreamParser } from './parse-stream.ts'
import type { Wire } from './wire.ts'

const folder = join(import.meta.dir, '__fixtures__')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const names = (suffix: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(suffix))
    .sort()

export const answerNames = names('.json')
export const readAnswer = (name: string): Wire => JSON.parse(read(name)) as Wire

/** The recorded streams. A file with several consecutive answers gives one stream for each: `name#2`. */
export const streams: ReadonlyMap<string, string[]> = new Map(names('.chunks.txt').flatMap(streamsOf))

function streamsOf(name: string): [string, string[]][] {
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

/** Events framed as Anthropic does. */
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

export function parseLines(lines: readonly string[]): ChatEvent[] {
  let made = 0
  const parser = createAnthropicStreamParser(() => `made_${++made}`)
  return lines.flatMap((line) => parser.push(line, null))
}

export const parseFrames = (text: string): ChatEvent[] => parseLines(dataOf([new TextEncoder().encode(text)]))

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
