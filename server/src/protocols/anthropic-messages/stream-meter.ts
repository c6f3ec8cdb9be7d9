import { isRecord, type JsonRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { readPlainRecord } from '../../core/json/read-record.ts'
import type { FrameKind } from '../sse/frame-kind.ts'
import type { StreamMeter } from '../wire-format.ts'
import { blockText, containerOf, filesOf, isCodeRun } from './parse-answer.ts'
import { mergeAnthropicUsage, parseAnthropicReport } from './parse-usage.ts'

/** Reads the frames of a Messages stream as they pass. `onText` receives the produced text, thinking included. */
export function createAnthropicStreamMeter(onText: (text: string) => void) {
  let usage: JsonRecord = {}
  let isDone = false
  let isStopped = false
  let hasContent = false
  let error: unknown
  let ranCode = false
  let containers: readonly string[] = []
  const files: string[] = []

  return {
    push(data) {
      const event = data ? readPlainRecord(data) : null
      if (!event) return 'other'
      switch (event.type) {
        case 'message_start':
          return readStart(recordOf(event.message))
        case 'content_block_start':
          return readBlock(recordOf(event.content_block))
        case 'content_block_delta':
          return produced(deltaText(recordOf(event.delta)))
        case 'message_delta':
          return readEnd(event)
        case 'message_stop':
          isDone = true
          return 'done'
        default:
          return isRecord(event.error) || event.type === 'error' ? failed(event) : 'other'
      }
    },
    /** The usage so far: the last report replaces the first, never added. */
    usage: () => parseAnthropicReport(usage, { ranCode }),
    /** Whether the answer is complete: it has the end marker or a stop reason. */
    isComplete: () => isDone || isStopped,
    isEmpty: () => isDone && !isStopped && !hasContent,
    hasContent: () => hasContent,
    error: () => error,
    /** The ids of the container in which its code ran, and of the files that the code wrote. */
    objectIds: () => [...containers, ...files],
  } satisfies StreamMeter

  function readStart(message: JsonRecord): FrameKind {
    usage = mergeAnthropicUsage(usage, message.usage)
    containers = containerOf(message)
    if (textOf(message.stop_reason) !== '') isStopped = true
    return produced(recordsOf(message.content).map(blockText).join(''))
  }

  function readBlock(block: JsonRecord): FrameKind {
    files.push(...filesOf(block))
    ranCode ||= isCodeRun(block)
    return produced(blockText(block))
  }

  function readEnd(event: JsonRecord): FrameKind {
    usage = mergeAnthropicUsage(usage, event.usage)
    const delta = recordOf(event.delta)
    if (delta.container) containers = containerOf(delta)
    const reason = textOf(delta.stop_reason)
    if (reason === '') return 'other'
    isStopped = true
    return 'content'
  }

  function produced(text: string): FrameKind {
    if (text === '') return 'other'
    hasContent = true
    onText(text)
    return 'content'
  }

  function failed(event: JsonRecord): FrameKind {
    error = event.error ?? event
    return 'error'
  }
}

/** The text of a delta. Signatures and citations are not written by the model. */
const deltaText = (delta: JsonRecord): string =>
  textOf(delta.text) +
  textOf(delta.partial_json) +
  textOf(delta.thinking) +
  (delta.type === 'compaction_delta' ? textOf(delta.content) : '')
