import { isRecord, type JsonRecord, parseJson } from '@sluice/contract/read-json'
import { textOfBytes } from '../../core/json/record-in.ts'
import { scanJson } from '../../core/json/scan-json.ts'
import { type Made, readMade } from '../../core/usage/served.ts'
import type { Usage } from '../../core/usage/usage.ts'
import {
  parseImageUsage,
  parseRerankUsage,
  parseSearchUnits,
  parseSpeechUsage,
  parseTranscriptionUsage,
  usageOfSeconds,
} from './parse-usage.ts'

/** What the gateway reads of a whole answer. */
export interface MediaAnswer {
  usage: Usage | null
  /** How many times a fixed price is due; absent = as many as requested. */
  units?: number
  /** What it says of its images; absent = nothing. */
  made?: Made | undefined
  /** An error object under status 200, which some upstreams send. */
  error: unknown
  /** It is the answer of a conversation: the upstream does not know the call. */
  isConversation?: boolean
  /** Always empty: none of these answers is charged by its text. */
  text(): string
}

const noText = () => ''
const plain = (usage: Usage | null): MediaAnswer => ({ usage, error: null, text: noText })

/** The fields of `answerOf`. */
const common = ['error', 'object', 'type'] as const

const answerOf = ({ error, object, type }: JsonRecord, usage: Usage | null): MediaAnswer => ({
  ...plain(usage),
  error: error ?? null,
  isConversation: type === 'message' || conversations.has(object),
})

const conversations: ReadonlySet<unknown> = new Set(['chat.completion', 'text_completion', 'response'])

/** The byte limit of an upstream's answer bounds it. */
const anyJson = { depthMax: 1_000, nodesMax: Number.MAX_SAFE_INTEGER }

/** Images: a few fields are read beside megabytes of base64. Null when the body is not a JSON object. */
export function parseImageAnswer(body: Uint8Array, read?: JsonRecord | null): MediaAnswer | null {
  const fields = readFields(body, read, [...common, 'usage', 'size', 'quality'])
  if (!fields) return null
  const { usage, error = hasOtherAddress(body) ? otherAddress : null, size, quality } = fields
  return { ...answerOf({ ...fields, error }, parseImageUsage(usage)), made: readMade({ size, quality }) }
}

/** Such an answer passes unchanged, so it fails as a whole. */
const otherAddress = {
  message: 'The answer has an address that is neither http nor https.',
  type: 'upstream_error',
  param: null,
  code: null,
}
const addressBytesMax = 4_096

/** Whether one of its images is at an address that no client should open. Bytes are skipped. */
function hasOtherAddress(body: Uint8Array): boolean {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  for (let at = bytes.indexOf('"url"'); at >= 0; at = bytes.indexOf('"url"', at + 1)) {
    const [, text = ''] = /^"url"\s*:\s*"([^"]*)/.exec(bytes.toString('latin1', at, at + addressBytesMax)) ?? []
    if (text !== '' && !/^(https?:\\?\/\\?\/|data:image\\?\/)/i.test(text)) return true
  }
  return false
}

/** Speech is raw audio. Null for an empty body and for an HTML page of a proxy. */
export function parseSpeechAnswer(body: Uint8Array, read?: JsonRecord | null): MediaAnswer | null {
  if (body.length === 0 || body[0] === 0x3c) return null
  const wire = body[0] === 0x7b ? readFields(body, read, [...common, 'usage']) : null
  return wire ? answerOf(wire, parseSpeechUsage(wire.usage)) : plain(null)
}

/** A transcript in any requested format: only JSON reports usage. Null for an HTML page of a proxy. */
export function parseTranscriptionAnswer(body: Uint8Array, read?: JsonRecord | null): MediaAnswer | null {
  if (isPage(body)) return null
  const wire = readFields(body, read, [...common, 'usage', 'duration'])
  if (!wire) return plain(null)
  return answerOf(wire, parseTranscriptionUsage(wire.usage) ?? usageOfSeconds(wire.duration))
}

const pageStart = /^\s*<(!doctype\s+html|html|head|body)\b/i
const isPage = (body: Uint8Array): boolean =>
  pageStart.test(Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, 200)).toString('latin1'))

/** The result of a moderation. Null when the body is not a JSON object. */
export function parseModerationAnswer(body: Uint8Array, read?: JsonRecord | null): MediaAnswer | null {
  const wire = readFields(body, read, common)
  return wire && answerOf(wire, null)
}

/** Null when the body is not a JSON object. */
export function parseRerankAnswer(body: Uint8Array, read?: JsonRecord | null): MediaAnswer | null {
  const wire = readFields(body, read, [...common, 'usage', 'meta'])
  if (!wire) return null
  const units = parseSearchUnits(wire)
  return { ...answerOf(wire, parseRerankUsage(wire)), ...(units !== null && { units }) }
}

/** Top-level fields of a JSON object; nested values stay unparsed. Null when it is not one. */
function readFields(
  body: Uint8Array,
  known: JsonRecord | null | undefined,
  names: readonly string[],
): JsonRecord | null {
  if (known !== undefined) return known
  const scan = scanJson(body, anyJson)
  if (!scan.ok) return null
  const read: JsonRecord = Object.create(null)
  for (const name of names) {
    const span = scan.fields.get(name)
    if (!span) continue
    const value = parse(body.subarray(span.start, span.end))
    if (value === undefined) return null
    read[name] = value
  }
  return isRecord(read) ? read : null
}

const parse = (bytes: Uint8Array): unknown => parseJson(textOfBytes(bytes))
