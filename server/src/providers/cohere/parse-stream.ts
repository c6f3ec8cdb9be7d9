import { type JsonRecord, recordOf, textOf } from '@sluice/contract/read-json'
import type { Reply } from '../reply-reader.ts'
import { faultOf, mapFinishReason, parseCitation } from './parse-answer.ts'
import { parseCohereUsage } from './parse-usage.ts'

/** Reads the events of a stream of `/v2/chat`. https://docs.cohere.com/v2/docs/streaming, as known on 2026-11-20 */
export function createCohereReader(): (wire: JsonRecord) => Reply {
  let calls = 0
  /** The arguments of the open call so far; null = no call is open. */
  let written: string | null = null

  return (wire) => {
    const delta = recordOf(wire.delta)
    const message = recordOf(delta.message)
    const content = recordOf(message.content)
    switch (wire.type) {
      case 'message-start':
        return { id: textOf(wire.id), text: '' }
      case 'content-start':
      case 'content-delta':
        return { thought: textOf(content.thinking), text: textOf(content.text) }
      case 'tool-plan-delta':
        return { thought: textOf(message.tool_plan) }
      case 'tool-call-start':
        return startCall(recordOf(message.tool_calls))
      case 'tool-call-delta':
        return readArguments(recordOf(recordOf(message.tool_calls).function))
      case 'content-end':
        return { endsPart: true }
      case 'tool-call-end':
        return endCall()
      case 'citation-start':
        return { citations: parseCitation(recordOf(message.citations)) }
      case 'message-end':
        return readEnd(delta)
      default:
        return wire.type === undefined && textOf(wire.message) !== ''
          ? { error: { message: textOf(wire.message) } }
          : {}
    }
  }

  function startCall({ id, function: called }: JsonRecord): Reply {
    calls++
    written = ''
    return readArguments(recordOf(called), { id: textOf(id), name: textOf(recordOf(called).name) })
  }

  /** `null` means no arguments: text that may still become `null` is held back. */
  function readArguments(called: JsonRecord, { id = '', name = '' } = {}): Reply {
    if (written === null) return {}
    const held = mayBeNull(written) ? written : ''
    written += textOf(called.arguments)
    const text = mayBeNull(written) ? '' : held + textOf(called.arguments)
    return { calls: [{ index: calls, id, name, arguments: text }] }
  }

  function endCall(): Reply {
    if (written === null) return {}
    const bare = mayBeNull(written) ? [{ index: calls, name: '', arguments: '{}' }] : []
    written = null
    return { calls: bare, endsPart: true }
  }
}

const mayBeNull = (text: string): boolean => 'null'.startsWith(text.trim())

function readEnd({ error, finish_reason, usage }: JsonRecord): Reply {
  const message = textOf(error)
  return {
    finish: mapFinishReason(finish_reason),
    usage: parseCohereUsage(usage),
    isLast: true,
    error: message === '' ? faultOf(finish_reason) : { message },
  }
}
