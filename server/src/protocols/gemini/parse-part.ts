import { isRecord, type JsonRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import type { MediaSource, Part, ToolCallPart } from '../../core/chat/content.ts'
import { bytesSource, mediaPart } from '../../core/chat/media-source.ts'
import { camelNameOf } from '../../core/json/camel-name.ts'
import { defined } from '../../core/json/defined.ts'
import { field, jsonText } from './wire.ts'

/**
 * A part of a turn or an answer. Empty text is omitted. A signature on text or media, which the neutral form cannot
 * hold there, becomes a reasoning part without text after it.
 */
export function parseGeminiPart(part: JsonRecord, idOf: (call: JsonRecord) => string): Part[] {
  const signature = signatureOf(part)
  const call = field(part, 'functionCall')
  if (isRecord(call)) return parseCall(call, signature, idOf)
  if (part.thought === true && typeof part.text === 'string') {
    if (part.text === '' && !signature) return []
    return [{ kind: 'reasoning', text: part.text, ...(signature ? { signature } : {}) }]
  }
  const parts = parseContent(part)
  if (signature) parts.push({ kind: 'reasoning', text: '', signature })
  return parts
}

export const signatureOf = (part: JsonRecord): string => textOf(field(part, 'thoughtSignature'))

function parseCall(call: JsonRecord, signature: string, idOf: (call: JsonRecord) => string): ToolCallPart[] {
  const name = textOf(call.name)
  if (name === '') return []
  const text = isRecord(call.args) ? jsonText(call.args) : '{}'
  const part: ToolCallPart = { kind: 'tool_call', id: idOf(call), name, arguments: text }
  return [signature ? { ...part, signature } : part]
}

function parseContent(part: JsonRecord): Part[] {
  if (typeof part.text === 'string') return part.text === '' ? [] : [{ kind: 'text', text: part.text }]
  const media = parseMedia(part)
  if (media) return [media]
  const code = codeText(part)
  return code === '' ? [] : [{ kind: 'text', text: code }]
}

/** The arguments of calls and the responses of functions, of turns or candidates. */
export const valuesInParts = (contents: readonly unknown[]): object[] =>
  contents.flatMap((content) =>
    recordsOf(recordOf(content).parts).flatMap((part) =>
      recordsOf([recordOf(field(part, 'functionCall')).args, recordOf(field(part, 'functionResponse')).response]),
    ),
  )

/** `inlineData` or `fileData` as an image, a sound or a document, by its media type. */
export function parseMedia(part: JsonRecord): Extract<Part, { kind: 'image' | 'audio' | 'file' }> | null {
  const source = mediaSource(part)
  return source && mediaPart(source)
}

function mediaSource(part: JsonRecord): MediaSource | null {
  const inline = field(part, 'inlineData')
  if (isRecord(inline)) {
    const data = textOf(inline.data)
    const mediaType = textOf(field(inline, 'mimeType')) || 'application/octet-stream'
    return data === '' ? null : bytesSource(data, mediaType)
  }
  const file = recordOf(field(part, 'fileData'))
  const url = textOf(field(file, 'fileUri'))
  if (url === '') return null
  return defined<MediaSource>({ kind: 'url', url, mediaType: textOf(field(file, 'mimeType')) || undefined })
}

/** Code that the provider ran, and its result, as fenced text; '' for anything else. */
export function codeText(part: JsonRecord): string {
  const code = field(part, 'executableCode')
  if (isRecord(code)) {
    const language = textOf(code.language).toLowerCase()
    const known = language === 'language_unspecified' ? '' : language
    return `\n\`\`\`${known}\n${textOf(code.code)}\n\`\`\`\n`
  }
  const result = field(part, 'codeExecutionResult')
  return isRecord(result) ? `\n\`\`\`\n${textOf(result.output)}\n\`\`\`\n` : ''
}

const readKinds: ReadonlySet<string> = new Set([
  'functionCall',
  'functionResponse',
  'inlineData',
  'fileData',
  'executableCode',
  'codeExecutionResult',
  'text',
  'thought',
  'thoughtSignature',
])

/** Names of the fields of a part that have no neutral form: kinds newer than this reader, and settings of media. */
export const unreadOfPart = (part: JsonRecord): string[] =>
  Object.keys(part).filter((name) => !readKinds.has(camelNameOf(name)) && part[name] !== undefined)
