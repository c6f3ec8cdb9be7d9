import type { ChatRequest } from './chat-request.ts'
import type { ChatEvent, ChatResponse } from './chat-response.ts'
import type { Part } from './content.ts'
import { createNameFitter, type NameRules } from './name-fitter.ts'

/** Ids of calls that every format but Mistral's accepts. https://docs.aws.amazon.com/bedrock, read 2026-11-28 */
export const commonCallIds: NameRules = { lengthMax: 64, refused: /[^A-Za-z0-9_-]/g }

interface FittedIds {
  request: ChatRequest
  /** The client's ids: an answer must not repeat them. */
  ids: ReadonlySet<string>
}

/** A call of the conversation, by its id on the wire. */
interface Call {
  fitted: string
  name: string | undefined
  message: number
  isAnswered: boolean
}

/**
 * The request with ids of calls that the upstream accepts, each of one call alone: hosts that count calls repeat ids in
 * a conversation. A result keeps the id of its own call: the oldest open one with its id in the last message that has
 * one. The same conversation gets the same ids in every turn.
 */
export function fitCallIds(request: ChatRequest, rules: NameRules): FittedIds {
  const { messages } = request
  const ids = new Set<string>()
  for (const { parts } of messages) for (const part of parts) if (part.kind === 'tool_call') ids.add(part.id)
  const fitter = createNameFitter(rules)
  // The first call with a valid id keeps it.
  for (const id of ids) if (fitter.fits(id)) fitter.keep(id)
  const calls = new Map<string, Call[]>()
  let isChanged = false

  const fitCall = (id: string, message: number, name?: string): Call => {
    const known = calls.get(id) ?? []
    calls.set(id, known)
    const fitted = known.length === 0 && fitter.fits(id) ? id : fitter.fit(id, known.length)
    const call = { fitted, name, message, isAnswered: false }
    known.push(call)
    return call
  }
  const callOf = (id: string): Call => {
    const known = calls.get(id) ?? []
    const last = known.findLast(({ isAnswered }) => !isAnswered)
    const call = known.find(({ isAnswered, message }) => !isAnswered && message === last?.message) ?? known.at(-1)
    if (call) call.isAnswered = true
    // A result without a call stays one.
    return call ?? fitCall(id, -1)
  }
  const fitPart = (part: Part, message: number): Part => {
    if (part.kind === 'tool_call') {
      const { fitted } = fitCall(part.id, message, part.name)
      isChanged ||= fitted !== part.id
      return fitted === part.id ? part : { ...part, id: fitted }
    }
    if (part.kind !== 'tool_result') return part
    const { fitted, name = part.name } = callOf(part.callId)
    const isRight = fitted === part.callId && (part.name === undefined || name === part.name)
    isChanged ||= !isRight
    return isRight ? part : { ...part, callId: fitted, ...(part.name !== undefined && name !== undefined && { name }) }
  }

  const fitted = messages.map((message, at) => ({ ...message, parts: message.parts.map((part) => fitPart(part, at)) }))
  return { request: isChanged ? { ...request, messages: fitted } : request, ids }
}

/** The ids of an answer's calls: accepted by the client's format, and of no other call of the conversation. */
export function createAnswerIds(conversation: ReadonlySet<string>, rules: NameRules, newId: () => string) {
  const fitter = createNameFitter(rules)
  const given = new Set(conversation)
  for (const id of conversation) fitter.keep(id)
  return (id: string): string => {
    let own = id
    while (given.has(own)) own = `${id}_${newId()}`
    if (!fitter.fits(own)) own = fitter.fit(own)
    given.add(own)
    given.add(id)
    fitter.keep(own)
    return own
  }
}

type AnswerIds = ReturnType<typeof createAnswerIds>

export const fitEventId = (event: ChatEvent, idOf: AnswerIds): ChatEvent =>
  event.kind === 'tool_start' ? { ...event, id: idOf(event.id) } : event

/** The same for a complete answer. */
export function fitAnswerIds(response: ChatResponse, idOf: AnswerIds): ChatResponse {
  const fitPart = (part: Part): Part => (part.kind === 'tool_call' ? { ...part, id: idOf(part.id) } : part)
  return { ...response, choices: response.choices.map((choice) => ({ ...choice, parts: choice.parts.map(fitPart) })) }
}
