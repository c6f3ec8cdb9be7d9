import { isRecord, type JsonRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import type { ChatEvent, ChatStreamParser, FinishReason } from '../../core/chat/chat-response.ts'
import { parseExactRecord } from '../../core/json/exact-json.ts'
import { errorOf } from './errors.ts'
import { mapStopReason } from './map-finish-reason.ts'
import { argumentsOf, parseCitation } from './parse-content.ts'
import { refusalText } from './parse-response.ts'
import { mergeAnthropicUsage, parseAnthropicUsage } from './parse-usage.ts'

/** A started content block. `call` counts the caller's tools, which differs from the block's index. */
type Block =
  | { kind: 'text'; hasBegun: boolean }
  | { kind: 'tool'; call: number; input: unknown; hasArguments: boolean }
  /** Server tools, compactions and unknown types without text: their blocks are omitted. */
  | { kind: 'unknown' }

/**
 * Reads a Messages stream. A second `message_start` in one stream (some hosts repeat it, or start again after a fault)
 * continues the same answer: open blocks are ended, new ones follow. `toolName` restores names that were changed for
 * the upstream.
 */
export function createAnthropicStreamParser(
  newId: () => string,
  toolName: (wireName: string) => string = (name) => name,
): ChatStreamParser {
  let events: ChatEvent[] = []
  let usage: JsonRecord = {}
  let blocks = new Map<unknown, Block>()
  let calls = 0
  let isStarted = false
  let isFinished = false
  let isOver = false
  let isComplete = false
  let startReason = ''

  return {
    push(data, event) {
      const wire = isOver ? null : parseExactRecord(data)
      if (!wire) return []
      events = []
      dispatch(textOf(wire.type) || event || '', wire)
      return events
    },
    isComplete: () => isComplete,
  }

  function dispatch(type: string, wire: JsonRecord): void {
    switch (type) {
      case 'message_start':
        startMessage(recordOf(wire.message))
        break
      case 'content_block_start':
        startBlock(wire.index, recordOf(wire.content_block))
        break
      case 'content_block_delta':
        readDelta(wire.index, recordOf(wire.delta))
        break
      case 'content_block_stop':
        stopBlock(wire.index)
        break
      case 'message_delta':
        readMessageDelta(wire)
        break
      case 'message_stop':
        stopMessage()
        break
      default:
        if (type === 'error' || isRecord(wire.error)) fail(wire)
    }
  }

  function startMessage(message: JsonRecord): void {
    for (const index of [...blocks.keys()]) stopBlock(index)
    blocks = new Map()
    usage = mergeAnthropicUsage(usage, message.usage)
    start(textOf(message.id) || newId(), textOf(message.model))
    startReason = textOf(message.stop_reason)
    // A continued turn of a server tool may arrive whole in its first event.
    for (const [index, block] of recordsOf(message.content).entries()) {
      startBlock(index, block)
      stopBlock(index)
    }
  }

  function start(id: string, model: string): void {
    if (isStarted) return
    isStarted = true
    events.push({ kind: 'start', id, model, createdAt: 0, usage: parseAnthropicUsage(usage) })
  }

  function ensureStarted(): void {
    if (!isStarted) start(newId(), '')
  }

  function startBlock(index: unknown, wire: JsonRecord): void {
    ensureStarted()
    stopBlock(index)
    const block = blockOf(wire)
    blocks.set(index, block)
    if (block.kind === 'tool') {
      const name = toolName(textOf(wire.name))
      events.push({ kind: 'tool_start', choice: 0, call: block.call, id: textOf(wire.id) || newId(), name })
    }
    if (block.kind !== 'text') return
    readText(block, wire)
    for (const citation of recordsOf(wire.citations)) readCitation(block, citation)
    const redacted = wire.type === 'redacted_thinking' ? textOf(wire.data) : ''
    if (redacted) addTo(block, { kind: 'reasoning_redacted', choice: 0, data: redacted })
  }

  function blockOf(wire: JsonRecord): Block {
    switch (wire.type) {
      case 'text':
      case 'thinking':
      case 'redacted_thinking':
        return { kind: 'text', hasBegun: false }
      case 'tool_use':
        return { kind: 'tool', call: calls++, input: wire.input, hasArguments: false }
      default:
        return typeof wire.text === 'string' ? { kind: 'text', hasBegun: false } : { kind: 'unknown' }
    }
  }

  function readDelta(index: unknown, delta: JsonRecord): void {
    ensureStarted()
    let block = blocks.get(index)
    if (!block) {
      // The start of the block was lost: its text is still read.
      block = { kind: 'text', hasBegun: false }
      blocks.set(index, block)
    }
    if (block.kind === 'tool' && delta.type === 'input_json_delta') readArguments(block, delta)
    if (block.kind !== 'text') return
    if (delta.type === 'citations_delta') readCitation(block, recordOf(delta.citation))
    else readText(block, delta)
  }

  function readArguments(block: Extract<Block, { kind: 'tool' }>, delta: JsonRecord): void {
    const text = textOf(delta.partial_json)
    if (text === '') return
    block.hasArguments = true
    events.push({ kind: 'tool_arguments', choice: 0, call: block.call, text })
  }

  /** Text, thinking and signature, in a block's start or in its deltas: the fields have the same names. */
  function readText(block: Extract<Block, { kind: 'text' }>, wire: JsonRecord): void {
    const text = textOf(wire.text)
    const thinking = textOf(wire.thinking)
    const signature = textOf(wire.signature)
    if (text) addTo(block, { kind: 'text', choice: 0, text })
    if (thinking) addTo(block, { kind: 'reasoning', choice: 0, text: thinking })
    if (signature) addTo(block, { kind: 'reasoning_signature', choice: 0, signature })
  }

  function readCitation(block: Extract<Block, { kind: 'text' }>, wire: JsonRecord): void {
    addTo(block, { kind: 'citation', choice: 0, citation: parseCitation(wire) })
  }

  function addTo(block: Extract<Block, { kind: 'text' }>, event: ChatEvent): void {
    block.hasBegun = true
    events.push(event)
  }

  function stopBlock(index: unknown): void {
    const block = blocks.get(index)
    if (!block) return
    blocks.delete(index)
    if (block.kind === 'tool') {
      if (!block.hasArguments) {
        const text = argumentsOf(block.input)
        events.push({ kind: 'tool_arguments', choice: 0, call: block.call, text })
      }
      events.push({ kind: 'part_end', choice: 0 })
    } else if (block.kind === 'text' && block.hasBegun) events.push({ kind: 'part_end', choice: 0 })
  }

  function readMessageDelta(wire: JsonRecord): void {
    ensureStarted()
    usage = mergeAnthropicUsage(usage, wire.usage)
    const delta = recordOf(wire.delta)
    const reason = textOf(delta.stop_reason)
    const refusal = refusalText(delta)
    if (refusal && !isFinished) events.push({ kind: 'refusal', choice: 0, text: refusal })
    if (reason) finish(mapStopReason(reason, calls > 0), textOf(delta.stop_sequence))
    const parsed = parseAnthropicUsage(usage)
    if (parsed) events.push({ kind: 'usage', usage: parsed })
  }

  function finish(reason: FinishReason, stopSequence: string): void {
    if (isFinished) return
    isFinished = true
    isComplete = true
    const sequence = reason === 'stop_sequence' && stopSequence ? { stopSequence } : {}
    events.push({ kind: 'finish', choice: 0, reason, ...sequence })
  }

  function stopMessage(): void {
    ensureStarted()
    for (const index of [...blocks.keys()]) stopBlock(index)
    if (!isFinished) finish(mapStopReason(startReason || 'end_turn', calls > 0), '')
    isComplete = true
    isOver = true
    events.push({ kind: 'end' })
  }

  function fail(wire: JsonRecord): void {
    isOver = true
    const error = isRecord(wire.error) ? wire.error : { ...wire, type: 'api_error' }
    events.push({ kind: 'error', error: errorOf(error) })
  }
}
