import { type JsonRecord, recordOf, textOf } from '@sluice/contract/read-json'
import type { FilePart, ImagePart, MediaSource, Part } from '../../core/chat/content.ts'
import { bytesSource, parseMediaUrl, withOwnKind } from '../../core/chat/media-source.ts'
import { invalidRequest, unknownPart } from '../../core/invalid-request.ts'
import { defined } from '../../core/json/defined.ts'

/** `content` of a message or `output` of a call: text, or parts. Empty texts are omitted. Throws on unknown parts. */
export function parseContent(content: unknown): Part[] {
  if (typeof content === 'string') return content === '' ? [] : [{ kind: 'text', text: content }]
  if (content === null || content === undefined) return []
  if (!Array.isArray(content)) throw invalidRequest('notTextOrList', { field: 'content' })
  return content.flatMap((part: unknown) => parsePart(recordOf(part)))
}

function parsePart(wire: JsonRecord): Part[] {
  switch (wire.type) {
    case 'input_text':
    case 'output_text':
    case 'text':
    case 'summary_text':
      return textOf(wire.text) === '' ? [] : [{ kind: 'text', text: textOf(wire.text) }]
    case 'refusal':
      return textOf(wire.refusal) === '' ? [] : [{ kind: 'refusal', text: textOf(wire.refusal) }]
    case 'input_image':
      return [withOwnKind(parseImage(wire))]
    case 'input_file':
      return [withOwnKind(parseFile(wire))]
    case 'input_audio':
      return [{ kind: 'audio', source: parseAudio(recordOf(wire.input_audio)) }]
    default:
      throw unknownPart(wire.type)
  }
}

function parseImage(wire: JsonRecord): ImagePart {
  const { detail } = wire
  return defined<ImagePart>({
    kind: 'image',
    source: sourceOf(wire, 'image_url', 'image/png'),
    detail: detail === 'low' || detail === 'high' || detail === 'auto' ? detail : undefined,
  })
}

function parseFile(wire: JsonRecord): FilePart {
  const name = textOf(wire.filename) || undefined
  const data = textOf(wire.file_data)
  if (data === '')
    return defined<FilePart>({ kind: 'file', source: sourceOf(wire, 'file_url', 'application/pdf'), name })
  const isBare = !data.startsWith('data:')
  const source: MediaSource = isBare ? bytesSource(data, 'application/pdf') : parseMediaUrl(data, 'application/pdf')
  return defined<FilePart>({ kind: 'file', source, name })
}

function sourceOf(wire: JsonRecord, field: string, mediaType: string): MediaSource {
  const url = textOf(wire[field])
  if (url !== '') return parseMediaUrl(url, mediaType)
  const fileId = textOf(wire.file_id)
  if (fileId !== '') return { kind: 'file_id', fileId }
  throw invalidRequest('mediaPartEmpty', { field })
}

function parseAudio(wire: JsonRecord): MediaSource {
  const data = textOf(wire.data)
  if (data === '') throw invalidRequest('audioWithoutData')
  return bytesSource(data, `audio/${textOf(wire.format) || 'wav'}`)
}
