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
import { defined } from '../../core/json/defined.ts'
import { buildPlainReport, type ReportedUsage } from '../../core/usage/usage-report.ts'
import { frameData } from '../../protocols/sse/frame-data.ts'
import type { OwnError, OwnWire } from '../own-wire.ts'
import { wordsOf } from '../plain-text.ts'
import { createReplyReader, type Reply } from '../reply-reader.ts'
import { typeOfZhipuError } from '../zhipu-error.ts'
import type { ChatBody } from './wire.ts'

const decoder = new TextDecoder()

/** https://open.bigmodel.cn/dev/api of version 3, as known on 2026-11-20. The models accept only text. */
export const chatglmAdapter: OwnWire = {
  settingPlaces: { temperature: 'temperature', topP: 'top_p' },
  partLimits: { images: false, files: false, without: ['tools', 'max_tokens', 'response_format'] },
  buildRequest,
  ...createReplyReader({ read: readAnswer, createStreamReader: () => readEvent }),
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

function readAnswer(body: JsonRecord): Reply {
  const data = recordOf(body.data)
  const [choice] = recordsOf(data.choices)
  return {
    id: textOf(data.task_id),
    ...(choice && { text: unquoted(textOf(choice.content)) }),
    usage: parseUsage(data.usage),
    error: errorIn(body),
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

/** An event other than `add` and `finish` is an error, with its code, in plain text, or without any text. */
function readEvent({ event, data, meta }: JsonRecord): Reply {
  const text = textOf(data)
  if (event === 'add') return { text }
  if (event === 'finish') return { text, usage: parseUsage(parseRecord(textOf(meta))?.usage), isLast: true }
  const isFailure = event === 'error' || event === 'interrupted'
  return {
    error: errorIn(parseRecord(text) ?? {}) ?? (isFailure ? { message: text || 'The call failed.' } : null),
  }
}
