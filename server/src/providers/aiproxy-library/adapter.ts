import { type JsonRecord, recordsOf, textOf } from '@sluice/contract/read-json'
import type { ChatRequest } from '../../core/chat/chat-request.ts'
import type { ChatEvent, ChatResponse, ChatStreamParser } from '../../core/chat/chat-response.ts'
import { buildErrorEvent, createRecordStreamParser } from '../own-stream.ts'
import type { OwnError, OwnWire, WireChannel } from '../own-wire.ts'
import { wordsOf } from '../plain-text.ts'
import type { QuestionBody } from './wire.ts'

/** A question to a library. The answer lists the documents it draws on and reports no usage. */
export const libraryAdapter: OwnWire = {
  settingPlaces: {},
  partLimits: { images: false, files: false, without: ['tools', 'max_tokens', 'response_format'] },
  buildRequest,
  parseAnswer,
  createStreamParser,
  parseUsage: () => null,
  errorIn,
}

/** The last text of the user: the library keeps no conversation. */
function buildRequest({ model, messages, isStream }: ChatRequest, { other }: WireChannel): QuestionBody {
  const requested = messages.findLast(({ role }) => role === 'user')
  return { model, query: wordsOf(requested?.parts ?? []), libraryId: other.trim(), stream: isStream }
}

function parseAnswer(body: JsonRecord, newId: () => string): ChatResponse {
  const text = textOf(body.answer) + sourcesOf(body.documents)
  const isAnswer = typeof body.answer === 'string'
  return {
    id: newId(),
    model: '',
    createdAt: 0,
    usage: null,
    choices: isAnswer ? [{ index: 0, finishReason: 'stop', parts: text === '' ? [] : [{ kind: 'text', text }] }] : [],
  }
}

/** The documents as a numbered list of links. */
function sourcesOf(documents: unknown): string {
  const lines = recordsOf(documents).map(({ title, url }, index) => {
    const name = textOf(title) || textOf(url)
    return textOf(url) === '' ? `${index + 1}. ${name}` : `${index + 1}. [${name}](${textOf(url)})`
  })
  return lines.length === 0 ? '' : `\n\n${lines.join('\n')}`
}

function errorIn({ success, message, errCode }: JsonRecord): OwnError | null {
  const isCode = typeof errCode === 'number' || (typeof errCode === 'string' && errCode !== '')
  const code = isCode ? errCode : null
  if (success !== false && (code === null || code === 0 || success === true)) return null
  return { message: textOf(message) || 'The library gave no answer.', code }
}

function createStreamParser(newId: () => string): ChatStreamParser {
  let isStarted = false

  return createRecordStreamParser((wire) => {
    const error = errorIn(wire)
    return error ? [buildErrorEvent(error)] : read(wire)
  })

  function read(wire: JsonRecord): ChatEvent[] {
    const isEnd = wire.finish === true
    const text = textOf(wire.content) + (isEnd ? sourcesOf(wire.documents) : '')
    if (text === '' && !isEnd) return []
    return [
      ...start(),
      ...(text === '' ? [] : [{ kind: 'text', choice: 0, text } as const]),
      ...(isEnd ? [{ kind: 'finish', choice: 0, reason: 'stop' } as const, { kind: 'end' } as const] : []),
    ]
  }

  function start(): ChatEvent[] {
    if (isStarted) return []
    isStarted = true
    return [{ kind: 'start', id: newId(), model: '', createdAt: 0, usage: null }]
  }
}
