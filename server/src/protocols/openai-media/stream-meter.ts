import { type JsonRecord, textOf } from '@sluice/contract/read-json'
import { readPlainRecord } from '../../core/json/read-record.ts'
import { type Made, readMade } from '../../core/usage/served.ts'
import type { Usage } from '../../core/usage/usage.ts'
import type { FrameKind } from '../sse/frame-kind.ts'
import type { StreamMeter } from '../wire-format.ts'

/**
 * Reads the events of streamed images (`image_generation.…`, `image_edit.…`), spoken text (`speech.audio.…`) and
 * transcripts (`transcript.text.…`) as they pass. `onText` receives the text of transcripts.
 * https://platform.openai.com/docs/api-reference/images-streaming and …/audio, read 2026-11-21
 */
export function createMediaStreamMeter(parseUsage: (wire: unknown) => Usage | null, onText: (text: string) => void) {
  let usage: Usage | null = null
  let made: Made | undefined
  let isComplete = false
  let hasContent = false
  let error: unknown

  return {
    push(data) {
      if (data === null || data === '') return 'other'
      if (data === '[DONE]') {
        isComplete = true
        return 'done'
      }
      const event = readPlainRecord(data)
      if (!event) return 'other'
      const type = textOf(event.type)
      if ((event.error !== undefined && event.error !== null) || /(^|\.)error$/.test(type)) {
        error = event.error ?? event
        return 'error'
      }
      return readEvent(type, event)
    },
    /** The last usage reported. */
    usage: () => usage,
    made: () => made,
    /** Whether the final event has arrived: `….completed` of images, `….done` of speech and transcripts. */
    isComplete: () => isComplete,
    hasContent: () => hasContent,
    error: () => error,
  } satisfies StreamMeter

  function readEvent(type: string, event: JsonRecord): FrameKind {
    usage = parseUsage(event.usage) ?? usage
    const isEnd = /\.(completed|done)$/.test(type)
    if (isEnd) made = readMade({ size: event.size, quality: event.quality }) ?? made
    isComplete ||= isEnd
    if (!isEnd && !/\.(delta|segment|partial_image|partial_succeeded)$/.test(type)) return 'other'
    hasContent = true
    if (type.endsWith('.delta')) onText(textOf(event.delta))
    return 'content'
  }
}
