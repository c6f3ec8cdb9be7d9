import { type JsonRecord, recordsOf, textOf } from '@sluice/contract/read-json'
import type { ChatRequest } from '../../core/chat/chat-request.ts'
import type { OwnError, OwnWire, WireChannel } from '../own-wire.ts'
import { wordsOf } from '../plain-text.ts'
import { createReplyReader, type Reply } from '../reply-reader.ts'
import type { QuestionBody } from './wire.ts'

/** A question to a library. The answer lists the documents it draws on and reports no usage. */
export const libraryAdapter: OwnWire = {
  settingPlaces: {},
  partLimits: { images: false, files: false, without: ['tools', 'max_tokens', 'response_format'] },
  buildRequest,
  ...createReplyReader({ read: readAnswer }),
}

/** The last text of the user: the library keeps no conversation. */
function buildRequest({ model, messages, isStream }: ChatRequest, { other }: WireChannel): QuestionBody {
  const requested = messages.findLast(({ role }) => role === 'user')
  return { model, query: wordsOf(requested?.parts ?? []), libraryId: other.trim(), stream: isStream }
}

/** A whole answer, or a part of a stream, whose last one has the documents. */
function readAnswer(body: JsonRecord): Reply {
  const isLast = body.finish === true
  const isWhole = typeof body.answer === 'string'
  const sources = isWhole || isLast ? sourcesOf(body.documents) : ''
  const text = textOf(body.answer) + textOf(body.content) + sources
  return { ...((isWhole || text !== '') && { text }), isLast, error: errorIn(body) }
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
