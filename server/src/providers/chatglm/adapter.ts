import {
  type JsonRecord,
  numberOf,
  parseJson,
  parseRecord,
  recordOf,
  recordsOf,
  textOf,
} from '@sluice/contract/read-json'
import type { ChatRequest } from '../../core/chat/chat-request.ts'
import type { ChatEvent, ChatResponse, ChatStreamParser } from '../../core/chat/chat-response.ts'
import { defined } from '../../core/json/defined.ts'
import { buildPlainReport, type ReportedUsage } from '../../core/usage/usage-report.ts'
import { frameData } from '../../protocols/sse/frame-data.ts'
import { buildErrorEvent, createRecordStreamParser } from '../own-stream.ts'
import type { OwnError, OwnWire } from '../own-wire.ts'
import { wordsOf } from '../plain-text.ts'
import { typeOfZhipuError } from '../zhipu-error.ts'
import type { ChatBody } from './wire.ts'

const decoder = new TextDecoder()

/** https://open.bigmodel.cn/dev/api of version 3, as known on 2026-11-20. The models accept only text. */
export const chatglmAdapter: OwnWire = {
  settingPlaces: { temperature: 'temperature', topP: 'top_p' },
  partLimits: { images: false, files: false, without: ['tools', 'max_tokens', 'response_format'] },
  buildRequest,
  parseAnswer,
  createStreamParser,
  parseUsage: (body) => parseUsage(recordOf(body.data).usage),
  errorIn,
  dataOf,
}

function buildRequest({ messages, temperature, topP }: ChatRequest): ChatBody {
  return defined<ChatBody>({
    prompt: messages.map(({ role, parts }) => ({ role, content: wordsOf(parts) })),
    temperature,
    top_p: topP === undefined ? undefined : Math.min(Math.max(topP, 0.01), 0.99),
    incremental: true,
  })
}

function parseAnswer(body: JsonRecord, newId: () => string): ChatResponse {
  const data = recordOf(body.data)
  const choices = recordsOf(data.choices)
  return {
    id: textOf(data.task_id) || newId(),
    model: '',
    createdAt: 0,
    choices: choices.map(({ content }, index) => ({
      index,
      parts: [{ kind: 'text', text: unquoted(textOf(content)) }],
      finishReason: 'stop',
    })),
    usage: parseUsage(data.usage),
  }
}

/** A text may arrive encoded as a JSON string. */
function unquoted(text: string): string {
  if (!text.startsWith('"')) return text
  const value = parseJson(text)
  return typeof value === 'string' ? value.trim() : text
}

function parseUsage(wire: unknown): ReportedUsage | null {
  const usage = recordOf(wire)
  return buildPlainReport({
    input: usage.prompt_tokens,
    output: usage.completion_tokens,
    total: usage.total_tokens,
  })
}

function errorIn({ success, code, msg }: JsonRecord): OwnError | null {
  const number = numberOf(code) ?? Number(textOf(code) || Number.NaN)
  if (success !== false && (number === 200 || !Number.isInteger(number) || textOf(msg) === '')) return null
  const type = typeOfZhipuError(number)
  return {
    message: textOf(msg) || 'The call failed.',
    ...(type && { type }),
    code: Number.isInteger(number) ? number : null,
  }
}

/** The data is plain text and the usage is on a separate line: a frame is read as one object. */
function dataOf(frame: Uint8Array): string | null {
  const data = frameData(frame)
  const text = decoder.decode(frame)
  const event = lineOf(text, 'event')
  if (data === null && event === '') return null
  return JSON.stringify({ event, data: data ?? '', meta: lineOf(text, 'meta') })
}

const lineOf = (frame: string, name: string): string =>
  new RegExp(`(?:^|[\\r\\n])${name}:[ ]?([^\\r\\n]*)`).exec(frame)?.[1] ?? ''

function createStreamParser(newId: () => string): ChatStreamParser {
  let isStarted = false

  return createRecordStreamParser(read)

  function read({ event, data, meta }: JsonRecord): ChatEvent[] {
    const text = textOf(data)
    if (event === 'add') return [...start(), ...textEvents(text)]
    if (event === 'finish') return [...start(), ...textEvents(text), ...end(textOf(meta))]
    const body = parseRecord(text)
    const error = (body && errorIn(body)) ?? nameless(event, text)
    return error ? [buildErrorEvent(error)] : []
  }

  function start(): ChatEvent[] {
    if (isStarted) return []
    isStarted = true
    return [{ kind: 'start', id: newId(), model: '', createdAt: 0, usage: null }]
  }

  function end(meta: string): ChatEvent[] {
    const usage = parseUsage(parseRecord(meta)?.usage)
    return [
      { kind: 'finish', choice: 0, reason: 'stop' },
      ...(usage ? [{ kind: 'usage', usage } as const] : []),
      { kind: 'end' },
    ]
  }
}

const textEvents = (text: string): ChatEvent[] => (text === '' ? [] : [{ kind: 'text', choice: 0, text }])

/** The error of an event that reports a failure in plain text, or without any text. */
const nameless = (event: unknown, text: string): OwnError | null =>
  event === 'error' || event === 'interrupted' ? { message: text || 'The call failed.' } : null
