import { isRecord, type JsonRecord, recordsOf, textOf } from '@sluice/contract/read-json'
import { parseMediaUrl } from '../../core/chat/media-source.ts'
import { invalidRequest } from '../../core/invalid-request.ts'
import { parseExactJson } from '../../core/json/exact-json.ts'

/** An item that a client adds to the conversation. */
export type LiveItem =
  | { kind: 'message'; role: 'user' | 'assistant' | 'system'; parts: LivePart[] }
  | { kind: 'output'; callId: string; response: JsonRecord }

export type LivePart =
  | { kind: 'text'; text: string }
  | { kind: 'audio'; data: string }
  | { kind: 'image'; mimeType: string; data: string }

/** Throws GatewayError of the caller for an item that a session of Google does not support. */
export function readLiveItem(item: JsonRecord): LiveItem {
  if (item.type === 'function_call_output')
    return { kind: 'output', callId: textOf(item.call_id), response: responseOf(textOf(item.output)) }
  if (item.type !== 'message') throw invalidRequest('itemUnsupported')
  const role = item.role === 'assistant' || item.role === 'system' ? item.role : 'user'
  const parts = recordsOf(item.content).map(readPart)
  if (role !== 'user' && parts.some(({ kind }) => kind !== 'text')) throw invalidRequest('onlyUsersSendMedia')
  return { kind: 'message', role, parts }
}

/** The result of a function is an object on the wire. */
function responseOf(output: string): JsonRecord {
  const value = parseExactJson(output)
  return isRecord(value) ? value : { output }
}

function readPart(part: JsonRecord): LivePart {
  switch (part.type) {
    case 'input_text':
    case 'output_text':
    case 'text':
      return { kind: 'text', text: textOf(part.text) }
    case 'output_audio':
      return { kind: 'text', text: textOf(part.transcript) }
    case 'input_audio':
    case 'audio':
      return { kind: 'audio', data: textOf(part.audio) }
    case 'input_image': {
      const source = parseMediaUrl(textOf(part.image_url), 'image/png')
      if (source.kind !== 'base64') throw invalidRequest('imagesAsDataUrls')
      return { kind: 'image', mimeType: source.mediaType, data: source.data }
    }
    default:
      throw invalidRequest('contentUnsupported')
  }
}
