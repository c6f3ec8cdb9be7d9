import { isRecord, type JsonRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import type { MediaSource, Part } from '../../core/chat/content.ts'
import { bytesSource, parseMediaUrl, withOwnKind } from '../../core/chat/media-source.ts'
import { invalidRequest, unknownPart } from '../../core/invalid-request.ts'
import { defined } from '../../core/json/defined.ts'
import { parseCacheMark } from './cache-mark.ts'

/** `content` of a message: text, a list of parts, or nothing. Empty texts are omitted. Throws on unknown parts. */
export function parseContent(content: unknown): Part[] {
  if (typeof content === 'string') return content === '' ? [] : [{ kind: 'text', text: content }]
  if (content === null || content === undefined) return []
  if (!Array.isArray(content)) throw invalidRequest('notTextOrList', { field: 'content' })
  return content.flatMap(parsePart)
}

function parsePart(wire: unknown): Part[] {
  if (typeof wire === 'string') return wire === '' ? [] : [{ kind: 'text', text: wire }]
  const part = recordOf(wire)
  const cache = parseCacheMark(part.cache_control)
  switch (part.type) {
    case 'text':
    case 'input_text':
    case 'output_text':
      return textOf(part.text) === '' ? [] : [defined<Part>({ kind: 'text', text: textOf(part.text), cache })]
    case 'refusal':
      return textOf(part.refusal) === '' ? [] : [{ kind: 'refusal', text: textOf(part.refusal) }]
    case 'image_url':
      return [defined<Part>({ ...withOwnKind(parseImage(part.image_url)), cache })]
    case 'input_audio':
      return [{ kind: 'audio', source: parseAudio(recordOf(part.input_audio)) }]
    case 'video_url':
      return [{ kind: 'file', source: parseMediaUrl(urlOf(part.video_url), 'video/mp4') }]
    case 'file':
      return [defined<Part>({ ...withOwnKind(parseFile(recordOf(part.file))), cache })]
    case 'thinking':
      // Mistral: reasoning is one of the parts. https://docs.mistral.ai/capabilities/reasoning
      return [
        {
          kind: 'reasoning',
          text: recordsOf(part.thinking)
            .map((piece) => textOf(piece.text))
            .join(''),
        },
      ]
    default:
      throw unknownPart(part.type)
  }
}

/** The URL may be plain or inside an object. */
function urlOf(wire: unknown): string {
  const url = isRecord(wire) ? textOf(wire.url) : textOf(wire)
  if (url === '') throw invalidRequest('mediaPartWithoutUrl')
  return url
}

export function parseImage(wire: unknown): Extract<Part, { kind: 'image' }> {
  const requested = recordOf(wire).detail
  const detail = requested === 'low' || requested === 'high' || requested === 'auto' ? requested : undefined
  return defined<Extract<Part, { kind: 'image' }>>({
    kind: 'image',
    source: parseMediaUrl(urlOf(wire), 'image/png'),
    detail,
  })
}

function parseAudio(wire: JsonRecord): MediaSource {
  const data = textOf(wire.data)
  if (data === '') throw invalidRequest('audioWithoutData')
  const declared = `audio/${textOf(wire.format) || 'wav'}`
  const source = parseMediaUrl(data, declared)
  return source.kind === 'base64' ? source : bytesSource(data, declared)
}

function parseFile(wire: JsonRecord): Extract<Part, { kind: 'file' }> {
  const name = textOf(wire.filename) || undefined
  const fileId = textOf(wire.file_id)
  const data = textOf(wire.file_data)
  if (fileId === '' && data === '') throw invalidRequest('filePartEmpty')
  const source: MediaSource = data === '' ? { kind: 'file_id', fileId } : parseFileData(data)
  return defined<Extract<Part, { kind: 'file' }>>({ kind: 'file', source, name })
}

/** A data URL; some clients send the address of a file, or only its base64. */
function parseFileData(data: string): MediaSource {
  const isBare = !data.startsWith('data:') && !/^[a-z]+:\/\//i.test(data)
  return isBare ? bytesSource(data, 'application/pdf') : parseMediaUrl(data, 'application/pdf')
}
