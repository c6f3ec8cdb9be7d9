import { type JsonRecord, numberOf, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { responseEvents } from '../../core/chat/assemble.ts'
import type { ChatEvent, ChatStreamParser } from '../../core/chat/chat-response.ts'
import type { Citation } from '../../core/chat/content.ts'
import { parseExactRecord } from '../../core/json/exact-json.ts'
import { customArguments } from './custom-tools.ts'
import { parseEncryptedContent } from './encrypted-content.ts'
import { errorIn } from './errors.ts'
import { mapStatus } from './map-status.ts'
import { parseAnnotation, parseOutputItem, parseResponsesResponse, parseSources } from './parse-response.ts'
import { parseResponsesUsage } from './parse-usage.ts'

/** The state of an output item that later events depend on. */
interface Item {
  type: unknown
  /** The consecutive number of a call. */
  call: number
  /** Pieces of it were emitted, so the whole item at its end is skipped. */
  isEmitted: boolean
}

/**
 * Reads a Responses stream: items by their `output_index`. Whole texts (`….done`) are read only if no piece of them has
 * arrived. https://platform.openai.com/docs/api-reference/responses-streaming, read 2026-11-20
 */
export function createResponsesStreamParser(newId: () => string): ChatStreamParser {
  const items = new Map<number, Item>()
  let calls = 0
  let hasRefusal = false
  let isComplete = false
  let callSignature: string | undefined
  /** Results of searches that no text has cited yet. */
  let sources: Citation[] = []

  return {
    push(data) {
      const event = parseExactRecord(data)
      return event ? read(event) : []
    },
    isComplete: () => isComplete,
  }

  function read(event: JsonRecord): ChatEvent[] {
    switch (event.type) {
      case 'response.created':
        return [startOf(recordOf(event.response))]
      case 'response.output_item.added':
        return addItem(event)
      case 'response.output_text.delta':
        return deltaOf(event, { kind: 'text', choice: 0, text: textOf(event.delta) })
      case 'response.refusal.delta':
        hasRefusal = true
        return deltaOf(event, { kind: 'refusal', choice: 0, text: textOf(event.delta) })
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        return deltaOf(event, { kind: 'reasoning', choice: 0, text: textOf(event.delta) })
      case 'response.reasoning_summary_part.added':
        return (numberOf(event.summary_index) ?? 0) === 0 ? [] : [{ kind: 'reasoning', choice: 0, text: '\n\n' }]
      case 'response.function_call_arguments.delta':
        return addArguments(event)
      case 'response.output_text.annotation.added':
        sources = []
        return parseAnnotation(recordOf(event.annotation)).map(citationEvent)
      case 'response.output_text.done':
        return citeSources()
      case 'response.content_part.done':
        return [{ kind: 'part_end', choice: 0 }]
      case 'response.output_item.done':
        return endItem(event)
      case 'response.completed':
      case 'response.incomplete':
        return endAll(recordOf(event.response))
      case 'response.failed':
      case 'response.cancelled':
      case 'error': {
        const { message, type, code } = errorIn(event)
        return [{ kind: 'error', error: { message, type, code: code === null ? null : String(code) } }]
      }
      default:
        return []
    }
  }

  function citeSources(): ChatEvent[] {
    const cited = sources
    sources = []
    return cited.map(citationEvent)
  }

  function startOf(response: JsonRecord): ChatEvent {
    const { id, model, created_at: createdAt } = response
    return {
      kind: 'start',
      id: textOf(id) || newId(),
      model: textOf(model),
      createdAt: numberOf(createdAt) ?? 0,
      usage: null,
    }
  }

  function itemAt(event: JsonRecord): Item {
    const index = numberOf(event.output_index) ?? 0
    const known = items.get(index)
    if (known) return known
    const item = { type: recordOf(event.item).type, call: -1, isEmitted: false }
    items.set(index, item)
    return item
  }

  function deltaOf(event: JsonRecord, chat: ChatEvent): ChatEvent[] {
    itemAt(event).isEmitted = true
    return [chat]
  }

  function addItem(event: JsonRecord): ChatEvent[] {
    const item = itemAt(event)
    return item.type === 'function_call' ? [startCall(item, recordOf(event.item))] : []
  }

  function startCall(item: Item, wire: JsonRecord): ChatEvent {
    item.call = calls++
    const signature = callSignature
    callSignature = undefined
    return {
      kind: 'tool_start',
      choice: 0,
      call: item.call,
      id: textOf(wire.call_id) || textOf(wire.id) || newId(),
      name: textOf(wire.name),
      ...(signature === undefined ? {} : { signature }),
    }
  }

  function addArguments(event: JsonRecord): ChatEvent[] {
    const item = itemAt(event)
    if (item.call < 0) return []
    item.isEmitted = true
    return [{ kind: 'tool_arguments', choice: 0, call: item.call, text: textOf(event.delta) }]
  }

  function endItem(event: JsonRecord): ChatEvent[] {
    const item = itemAt(event)
    const wire = recordOf(event.item)
    const events: ChatEvent[] = []
    sources.push(...parseSources(wire))
    switch (wire.type) {
      case 'reasoning':
        events.push(...endReasoning(item, wire))
        break
      case 'function_call':
      case 'custom_tool_call': {
        if (item.call < 0) events.push(startCall(item, wire))
        const isCustom = wire.type === 'custom_tool_call'
        const text = isCustom ? customArguments(textOf(wire.input)) : textOf(wire.arguments)
        if (!item.isEmitted) events.push({ kind: 'tool_arguments', choice: 0, call: item.call, text })
        break
      }
      default:
        if (!item.isEmitted) events.push(...wholeItem(wire))
    }
    return events.length > 0 || item.isEmitted ? [...events, { kind: 'part_end', choice: 0 }] : []
  }

  /** An item without pieces. */
  function wholeItem(wire: JsonRecord): ChatEvent[] {
    return parseOutputItem(wire, newId).flatMap((part): ChatEvent[] => {
      if (part.kind === 'text') return [{ kind: 'text', choice: 0, text: part.text }]
      if (part.kind === 'image') return [{ kind: 'media', choice: 0, part }]
      if (part.kind !== 'refusal') return []
      hasRefusal = true
      return [{ kind: 'refusal', choice: 0, text: part.text }]
    })
  }

  function endReasoning(item: Item, wire: JsonRecord): ChatEvent[] {
    const events: ChatEvent[] = []
    const pieces = [...recordsOf(wire.summary), ...recordsOf(wire.content)].map(({ text }) => textOf(text))
    const text = pieces.filter((piece) => piece !== '').join('\n\n')
    if (!item.isEmitted && text !== '') events.push({ kind: 'reasoning', choice: 0, text })
    const encrypted = textOf(wire.encrypted_content)
    if (encrypted === '') return events
    const { kind, state } = parseEncryptedContent(encrypted)
    if (kind === 'call') callSignature = state
    else if (kind === 'redacted') events.push({ kind: 'reasoning_redacted', choice: 0, data: state })
    else events.push({ kind: 'reasoning_signature', choice: 0, signature: state })
    return events
  }

  function endAll(response: JsonRecord): ChatEvent[] {
    isComplete = true
    const usage = parseResponsesUsage(response)
    const events: ChatEvent[] = items.size === 0 ? wholeOutput(response) : []
    if (usage) events.push({ kind: 'usage', usage })
    const reason = mapStatus(response, { hasToolCalls: calls > 0, hasRefusal })
    return [...events, { kind: 'finish', choice: 0, reason }, { kind: 'end' }]
  }

  /** Some hosts send nothing before the end. */
  function wholeOutput(response: JsonRecord): ChatEvent[] {
    const whole = parseResponsesResponse(response, newId)
    calls = whole.choices[0]?.parts.filter(({ kind }) => kind === 'tool_call').length ?? 0
    return responseEvents(whole).filter(({ kind }) => !['start', 'usage', 'finish', 'end'].includes(kind))
  }
}

const citationEvent = (citation: Citation): ChatEvent => ({ kind: 'citation', choice: 0, citation })
