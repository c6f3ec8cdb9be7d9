import { type JsonRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import type { Message, Part, ToolResultPart } from '../../core/chat/content.ts'
import { resultParts } from '../../core/chat/content.ts'
import { createUnreadParts, type UnreadParts } from '../../core/chat/unread-fields.ts'
import { invalidRequest, unknownRole } from '../../core/invalid-request.ts'
import { defined } from '../../core/json/defined.ts'
import { parseCacheMark } from './cache-mark.ts'
import { parseContent, parseImage } from './parse-content.ts'
import { parseReasoning } from './reasoning.ts'
import { isBuiltSoundId } from './sound-id.ts'
import { parseToolCalls } from './tool-calls.ts'

/**
 * `messages` in the neutral form: consecutive tool results become one user message, together with the user's text right
 * after them. A call without an id gets one counted from the start, so it does not change as the conversation grows.
 * Throws GatewayError of the caller.
 */
export function parseMessages(wire: JsonRecord[], unread: UnreadParts = createUnreadParts()): Message[] {
  const messages: Message[] = []
  const calls = createCallRegistry(unread)

  for (const entry of wire) {
    switch (entry.role) {
      case 'system':
      case 'developer':
        messages.push(messageOf('system', entry, partsOf(entry)))
        break
      case 'user':
        pushUser(entry)
        break
      case 'assistant':
        messages.push(messageOf('assistant', entry, assistantPartsOf(entry, calls)))
        break
      case 'tool':
      case 'function':
        pushResult(calls.answer(entry))
        break
      default:
        throw unknownRole(entry.role)
    }
  }
  return messages

  function pushUser(entry: JsonRecord): void {
    const message = messageOf('user', entry, partsOf(entry))
    const last = messages.at(-1)
    if (!last || !isResults(last)) {
      messages.push(message)
      return
    }
    last.parts.push(...message.parts)
    if (message.name !== undefined) last.name = message.name
  }

  function pushResult(result: ToolResultPart): void {
    const last = messages.at(-1)
    if (last && isResults(last)) last.parts.push(result)
    else messages.push({ role: 'user', parts: [result] })
  }
}

const isResults = (message: Message): boolean =>
  message.role === 'user' && message.parts.length > 0 && message.parts.every((part) => part.kind === 'tool_result')

const messageOf = (role: Message['role'], entry: JsonRecord, parts: Part[]): Message =>
  defined<Message>({ role, parts, name: textOf(entry.name) || undefined })

/** Parts of `content`; a cache mark on the message itself moves to its last part. */
function partsOf(entry: JsonRecord): Part[] {
  const parts = parseContent(entry.content)
  const mark = parseCacheMark(entry.cache_control)
  const last = parts.at(-1)
  if (mark && (last?.kind === 'text' || last?.kind === 'image' || last?.kind === 'file')) last.cache = mark
  return parts
}

function assistantPartsOf(entry: JsonRecord, calls: CallRegistry): Part[] {
  const parts: Part[] = [...parseReasoning(entry), ...partsOf(entry)]
  for (const image of recordsOf(entry.images)) parts.push(parseImage(image.image_url))
  parts.push(...parseSpoken(recordOf(entry.audio)))
  if (textOf(entry.refusal) !== '') parts.push({ kind: 'refusal', text: textOf(entry.refusal) })
  const called = parseToolCalls(entry, calls.newId, (type) => calls.unread.note('messages.tool_calls', type))
  for (const call of called) calls.note(call.id, call.name)
  return [...parts, ...called]
}

/** An earlier sound: by its id, or as the text that was spoken where the gateway made the id. */
function parseSpoken({ id, transcript }: JsonRecord): Part[] {
  const fileId = textOf(id)
  if (fileId === '') return []
  if (!isBuiltSoundId(fileId)) return [{ kind: 'audio', source: { kind: 'file_id', fileId } }]
  return textOf(transcript) === '' ? [] : [{ kind: 'text', text: textOf(transcript) }]
}

interface CallRegistry {
  unread: UnreadParts
  newId(): string
  note(id: string, name: string): void
  /** The result in a `tool` or `function` message, with the id of its call. */
  answer(entry: JsonRecord): ToolResultPart
}

function createCallRegistry(unread: UnreadParts): CallRegistry {
  const names = new Map<string, string>()
  const unanswered = new Map<string, string>()
  let made = 0
  return {
    unread,
    newId: () => `call_${made++}`,
    note(id, name) {
      names.set(id, name)
      unanswered.set(id, name)
    },
    answer(entry) {
      const callId = textOf(entry.tool_call_id) || openCallOf(textOf(entry.name))
      if (callId === undefined) throw invalidRequest('toolMessageWithoutCall')
      unanswered.delete(callId)
      return defined<ToolResultPart>({
        kind: 'tool_result',
        callId,
        name: textOf(entry.name) || names.get(callId),
        content: resultParts(partsOf(entry), (kind) => unread.note('messages.tool', kind)),
      })
    },
  }

  /** A result without an id belongs to the oldest open call with its name, or to the oldest open call. */
  function openCallOf(name: string): string | undefined {
    for (const [id, called] of unanswered) if (name === '' || called === name) return id
    return undefined
  }
}
