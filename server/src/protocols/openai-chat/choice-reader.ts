import { isRecord, type JsonRecord, numberOf, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import type { ChatEvent } from '../../core/chat/chat-response.ts'
import type { Citation } from '../../core/chat/content.ts'
import { defined } from '../../core/json/defined.ts'
import { jsonTextOf } from '../../core/json/prepared-json.ts'
import { createValueEnd, type ValueEnd } from '../../core/json/value-end.ts'
import { createCallOrder } from './call-order.ts'
import { parseAnnotations } from './citations.ts'
import { mapOpenaiFinishReason } from './map-finish-reason.ts'
import { parseAnswerContent, parseAudio, parseImages } from './parse-chat-response.ts'
import { parseReasoningDetail } from './reasoning.ts'
import { thoughtSignatureOf } from './tool-calls.ts'

/** Reads one choice of the chunks of a stream. */
export interface ChoiceReader {
  /** `listed`: citations outside the choices; they are emitted when the choice ends. */
  push(wire: JsonRecord, listed: Citation[]): ChatEvent[]
  /** Scans some more of long arguments; false when none are left. */
  step(): boolean
  /** The stream has ended: the held events. */
  close(): ChatEvent[]
  isFinished(): boolean
}

interface OpenCall {
  /** Consecutive number, assigned at the start. */
  call: number
  id: string
  name: string
  isStarted: boolean
  /** Arguments that arrived before the name. */
  held: string
  /** All arguments so far. */
  text: string
  /** Of `text` up to `scanned`: see `endOf`. */
  end: ValueEnd
  scanned: number
  /** Its name has come again after whole arguments. */
  isNamedAgain: boolean
  signature: string | undefined
}

export function createChoiceReader(choice: number, newId: () => string): ChoiceReader {
  const order = createCallOrder()
  const calls = new Map<string, OpenCall>()
  let lastKey = ''
  let startedCalls = 0
  let hasRefusal = false
  let isReasoningSent = false
  let hasCitations = false
  let hasText = false
  let isFinished = false

  return {
    push(wire, listed) {
      // Some upstreams send a second end, or an empty chunk after it.
      if (isFinished) return []
      const events = readDelta(recordOf(wire.delta)).flatMap(order.push)
      const context = { hasToolCalls: startedCalls > 0, hasRefusal }
      const reason = mapOpenaiFinishReason(wire.finish_reason, context)
      if (reason === null) return events
      isFinished = true
      events.push(...order.flush())
      if (!hasCitations && hasText) for (const citation of listed) events.push({ kind: 'citation', choice, citation })
      events.push({ kind: 'finish', choice, reason })
      return events
    },
    step() {
      const last = calls.get(lastKey)
      const isLeft = last !== undefined && endOf(last).step()
      return order.step() || isLeft
    },
    close: () => order.flush(),
    isFinished: () => isFinished,
  }

  function readDelta(delta: JsonRecord): ChatEvent[] {
    const events: ChatEvent[] = readReasoning(delta)
    for (const part of parseAnswerContent(delta.content)) {
      if (part.kind === 'text') {
        hasText = true
        events.push({ kind: 'text', choice, text: part.text })
      } else if (part.kind === 'reasoning') events.push({ kind: 'reasoning', choice, text: part.text })
      else if (part.kind === 'image') events.push({ kind: 'media', choice, part })
    }
    for (const part of [...parseImages(delta.images), ...parseAudio(delta.audio)])
      events.push({ kind: 'media', choice, part })
    for (const citation of parseAnnotations(delta.annotations)) {
      hasCitations = true
      events.push({ kind: 'citation', choice, citation })
    }
    const refusal = textOf(delta.refusal)
    if (refusal !== '') {
      hasRefusal = true
      events.push({ kind: 'refusal', choice, text: refusal })
    }
    for (const call of recordsOf(delta.tool_calls)) events.push(...readCall(call))
    const legacy = recordOf(delta.function_call)
    if (Object.keys(legacy).length > 0) events.push(...readCall({ index: 'legacy', function: legacy }))
    return events
  }

  function readReasoning(delta: JsonRecord): ChatEvent[] {
    const events: ChatEvent[] = []
    const plain = textOf(delta.reasoning_content) || textOf(delta.reasoning)
    if (plain !== '') {
      isReasoningSent = true
      events.push({ kind: 'reasoning', choice, text: plain })
    }
    for (const part of recordsOf(delta.reasoning_details).flatMap(parseReasoningDetail)) {
      // The details repeat the text; some upstreams send the text only there.
      if (part.text !== '' && !isReasoningSent) events.push({ kind: 'reasoning', choice, text: part.text })
      if (part.signature !== undefined) {
        events.push({ kind: 'reasoning_signature', choice, signature: part.signature }, { kind: 'part_end', choice })
      }
      if (part.redacted !== undefined) events.push({ kind: 'reasoning_redacted', choice, data: part.redacted })
    }
    return events
  }

  function readCall(wire: JsonRecord): ChatEvent[] {
    const open = callOf(wire)
    const called = recordOf(wire.function)
    const text = argumentsIn(wire)
    open.signature ??= thoughtSignatureOf(wire)
    if (isRepeated(open, wire, text)) return []
    open.text += text
    if (open.isStarted) return text === '' ? [] : [{ kind: 'tool_arguments', choice, call: open.call, text }]
    open.held += text
    open.name ||= textOf(called.name)
    open.id ||= textOf(wire.id)
    if (open.name === '') return []
    open.isStarted = true
    open.call = startedCalls++
    const { call, name, signature, held } = open
    const start: ChatEvent = defined<Extract<ChatEvent, { kind: 'tool_start' }>>({
      kind: 'tool_start',
      choice,
      call,
      id: open.id || newId(),
      name,
      signature,
    })
    return held === '' ? [start] : [start, { kind: 'tool_arguments', choice, call, text: held }]
  }

  /**
   * The call of a fragment: by index; by id if there is no index; otherwise the last one. Some upstreams number every
   * call 0, so another id with a name under a known index is another call. Others give every call one id, so a name
   * after whole arguments starts another call as soon as arguments follow, or at once if it is another name.
   */
  function callOf(wire: JsonRecord): OpenCall {
    const id = textOf(wire.id)
    const index = wire.index === 'legacy' ? 'legacy' : numberOf(wire.index)
    const base = index === undefined ? (id === '' ? lastKey : `id ${id}`) : `index ${index}`
    let key = base
    if (lastKey.startsWith(`${key} id `) && (id === '' || calls.get(lastKey)?.id === id)) key = lastKey
    const known = calls.get(key)
    const start = known ? startAfter(known, wire, id) : null
    if (start) key = `${base} id ${known?.id === start.id ? `${calls.size} ` : ''}${start.id}`
    lastKey = key
    const open = calls.get(key) ?? {
      call: -1,
      id: start?.id ?? '',
      name: start?.name ?? '',
      isStarted: false,
      held: '',
      text: '',
      end: createValueEnd(),
      scanned: 0,
      isNamedAgain: false,
      signature: undefined,
    }
    calls.set(key, open)
    open.id ||= id
    return open
  }
}

/** The arguments of a fragment: some hosts send them as a value. */
function argumentsIn(wire: JsonRecord): string {
  const { arguments: given } = recordOf(wire.function)
  return isRecord(given) || Array.isArray(given) ? jsonTextOf(given) : textOf(given)
}

/** The arguments are scanned only when their end matters: few hosts repeat a name or a call. */
function endOf(open: OpenCall): ValueEnd {
  if (open.scanned < open.text.length) open.end.push(open.text.slice(open.scanned))
  open.scanned = open.text.length
  return open.end
}

const nameOf = (wire: JsonRecord): string => textOf(recordOf(wire.function).name)

/** The call that a fragment starts under the key of `known`; null if it continues `known`. */
function startAfter(known: OpenCall, wire: JsonRecord, id: string): { id: string; name: string } | null {
  const name = nameOf(wire)
  if (name === '' && !known.isNamedAgain) return null
  if (name !== '' && id !== '' && known.id !== '' && known.id !== id) return { id, name }
  if (known.id === '' || !endOf(known).isWhole()) return null
  if (isRepeated(known, wire, argumentsIn(wire))) return null
  known.isNamedAgain = true
  const isCertain = name !== '' && name !== known.name
  return isCertain || argumentsIn(wire) !== '' ? { id: known.id, name: name || known.name } : null
}

/** Some hosts repeat a whole call at its end. */
const isRepeated = (known: OpenCall, wire: JsonRecord, text: string): boolean =>
  known.isStarted && text !== '' && text === known.text && nameOf(wire) === known.name && endOf(known).isWhole()
