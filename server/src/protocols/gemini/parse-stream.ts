import { isRecord, type JsonRecord, recordsOf, textOf } from '@sluice/contract/read-json'
import type { ChatEvent, ChatStreamParser, FinishReason } from '../../core/chat/chat-response.ts'
import type { Part } from '../../core/chat/content.ts'
import { parseExactJson } from '../../core/json/exact-json.ts'
import type { Usage } from '../../core/usage/usage.ts'
import { geminiErrorIn } from './errors.ts'
import { parseCitations } from './grounding.ts'
import { parseGeminiPart, signatureOf } from './parse-part.ts'
import { finishOf, indexOf, isPromptBlocked, parseHead, partsOf } from './parse-response.ts'
import { parseGeminiUsage } from './parse-usage.ts'
import { createPartialArgs } from './partial-args.ts'
import { field, jsonText } from './wire.ts'

/**
 * Reads the frames of streamGenerateContent. There is no end marker: an answer is complete when every candidate with
 * content has a finish reason. Usage is emitted before the finish of its frame. An upstream may send STOP in each
 * frame: later content is still read, and a second `finish` is emitted only if the reason differs.
 */
export function createGeminiStreamParser(newId: () => string): ChatStreamParser {
  const choices = new Map<number, ChoiceParser>()
  let isStarted = false
  let isBlocked = false
  let hasFailed = false
  let lastUsage = ''

  return {
    push(data) {
      const body = hasFailed ? undefined : parseExactJson(data)
      const error = geminiErrorIn(body)
      if (error) {
        hasFailed = true
        const { message, status, reason, code } = error
        return [
          {
            kind: 'error',
            error: { message, type: status || 'upstream_error', code: reason || (code ? `${code}` : null) },
          },
        ]
      }
      return isRecord(body) ? read(body) : []
    },
    isComplete: () =>
      !hasFailed && (isBlocked || (choices.size > 0 && [...choices.values()].every((one) => one.isFinished()))),
  }

  function read(body: JsonRecord): ChatEvent[] {
    const usage = parseGeminiUsage(field(body, 'usageMetadata'))
    const events: ChatEvent[] = []
    if (!isStarted) events.push({ kind: 'start', ...parseHead(body, newId), usage })
    isStarted = true
    const finishes: ChatEvent[] = []
    for (const [at, candidate] of recordsOf(body.candidates).entries()) {
      const choice = choiceAt(indexOf(candidate, at))
      events.push(...choice.read(candidate))
      finishes.push(...choice.finish(candidate))
    }
    if (usage && hasChanged(usage)) events.push({ kind: 'usage', usage })
    if (!isBlocked && recordsOf(body.candidates).length === 0 && isPromptBlocked(body)) {
      isBlocked = true
      const open = [...choices].filter(([, one]) => !one.isFinished()).map(([index]) => index)
      for (const choice of choices.size === 0 ? [0] : open)
        finishes.push({ kind: 'finish', choice, reason: 'content_filter' })
    }
    return [...events, ...finishes]
  }

  function choiceAt(index: number): ChoiceParser {
    const known = choices.get(index)
    if (known) return known
    const made = createChoiceParser(index, newId)
    choices.set(index, made)
    return made
  }

  function hasChanged(usage: Usage): boolean {
    const text = JSON.stringify(usage)
    const isNew = text !== lastUsage
    lastUsage = text
    return isNew
  }
}

interface ChoiceParser {
  /** What a frame adds to a candidate. */
  read(candidate: JsonRecord): ChatEvent[]
  /** Its finish, emitted after usage. */
  finish(candidate: JsonRecord): ChatEvent[]
  isFinished(): boolean
}

function createChoiceParser(choice: number, newId: () => string): ChoiceParser {
  let calls = 0
  /** A call whose arguments arrive in pieces. */
  let open: { call: number; args: ReturnType<typeof createPartialArgs> } | null = null
  let hasText = false
  let isFinished = false
  let reported: FinishReason | null = null
  const cited = new Set<string>()
  const idOf = (call: JsonRecord) => textOf(call.id) || newId()

  return {
    read(candidate) {
      const events = partsOf(candidate).flatMap(readPart)
      if (field(candidate, 'finishReason')) events.push(...closeCall())
      if (events.length > 0) isFinished = false
      return [...events, ...readCitations(candidate)]
    },
    finish(candidate) {
      const reason = finishOf(candidate, calls > 0)
      if (reason === null) return []
      isFinished = true
      if (reason === reported) return []
      reported = reason
      return [{ kind: 'finish', choice, reason }]
    },
    isFinished: () => isFinished,
  }

  function readPart(wire: JsonRecord): ChatEvent[] {
    const call = field(wire, 'functionCall')
    if (isRecord(call) && (open || isPartial(call))) return readPartial(call, wire)
    return parseGeminiPart(wire, idOf).flatMap(eventsOf)
  }

  /** A name starts a call, pieces fill it, and a piece without `willContinue` ends it. */
  function readPartial(call: JsonRecord, wire: JsonRecord): ChatEvent[] {
    const events: ChatEvent[] = []
    const name = textOf(call.name)
    if (name !== '') {
      events.push(...closeCall())
      if (!isPartial(call)) return [...events, ...parseGeminiPart(wire, idOf).flatMap(eventsOf)]
      open = { call: calls, args: createPartialArgs() }
      const signature = signatureOf(wire)
      const start = { kind: 'tool_start' as const, choice, call: calls++, id: idOf(call), name }
      events.push(signature ? { ...start, signature } : start)
    }
    for (const piece of recordsOf(field(call, 'partialArgs'))) open?.args.add(piece)
    if (field(call, 'willContinue') !== true) events.push(...closeCall())
    return events
  }

  function closeCall(): ChatEvent[] {
    if (!open) return []
    const events = argumentEvents(open.call, open.args.text())
    open = null
    return events
  }

  function argumentEvents(call: number, text: string): ChatEvent[] {
    return [
      { kind: 'tool_arguments', choice, call, text },
      { kind: 'part_end', choice },
    ]
  }

  function eventsOf(part: Part): ChatEvent[] {
    switch (part.kind) {
      case 'text':
        hasText = true
        return [{ kind: 'text', choice, text: part.text }]
      case 'reasoning': {
        const events: ChatEvent[] = []
        if (part.text !== '') events.push({ kind: 'reasoning', choice, text: part.text })
        if (!part.signature) return events
        // A signature ends the part it signs.
        events.push({ kind: 'reasoning_signature', choice, signature: part.signature })
        return [...events, { kind: 'part_end', choice }]
      }
      case 'tool_call': {
        const { id, name, signature } = part
        const start = { kind: 'tool_start' as const, choice, call: calls, id, name }
        return [signature ? { ...start, signature } : start, ...argumentEvents(calls++, part.arguments)]
      }
      case 'image':
      case 'audio':
        return [{ kind: 'media', choice, part }]
      default:
        // Documents and tool results: models do not produce them.
        return []
    }
  }

  /** Later frames repeat sources. */
  function readCitations(candidate: JsonRecord): ChatEvent[] {
    if (!hasText) return []
    const fresh = parseCitations(candidate).filter((citation) => {
      const key = jsonText(citation)
      return !cited.has(key) && cited.add(key)
    })
    return fresh.map((citation) => ({ kind: 'citation', choice, citation }))
  }
}

const isPartial = (call: JsonRecord): boolean =>
  field(call, 'willContinue') === true || Array.isArray(field(call, 'partialArgs'))
