import { makeReason, type Reason, type ReasonCode, type ReasonParams } from '@sluice/contract/error-reasons'
/** One part of a form, by its offsets in the body: bytes are never copied. */
export interface FormPart {
  name: string
  /** Null for a plain field. */
  filename: string | null
  /** As the client named it; '' without a name. */
  contentType: string
  /** The value: from `start` to `end`, exclusive. */
  start: number
  end: number
}

export type MultipartScan = { ok: true; parts: FormPart[] } | { ok: false; reason: Reason }

export interface MultipartLimits {
  partsMax: number
  /** Limit of all header lines of one part, and of blanks and line ends in a row outside of the parts. */
  headBytesMax: number
  /** Limit of lines within the parts that begin like a boundary: each costs a search. */
  similarLinesMax: number
}

export const multipartLimits: MultipartLimits = { partsMax: 100, headBytesMax: 8_192, similarLinesMax: 1_000 }

const decoder = new TextDecoder('utf-8', { fatal: false })
const carriageReturn = 0x0d
const lineFeed = 0x0a
const dash = 0x2d

/** The boundary in a `content-type`; null when it is not `multipart/form-data` with a boundary of RFC 2046. */
export function boundaryOf(contentType: string): string | null {
  if (!/^multipart\/form-data\s*;/i.test(contentType)) return null
  const found = /;\s*boundary=(?:"([^"]*)"|([^\s;"]+))\s*(?:;|$)/i.exec(contentType)
  const boundary = found?.[1] ?? found?.[2] ?? ''
  return /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/.test(boundary) ? boundary : null
}

/**
 * The parts of a `multipart/form-data` body (RFC 7578), by offset. Stricter than the RFC, so that a more lenient
 * upstream reads the same form: nothing but line ends before the first part or after the last, no folded lines, no
 * encoded parts, no `name*`, no escapes in names.
 */
export function parseMultipart(
  body: Uint8Array,
  boundary: string,
  limits: MultipartLimits = multipartLimits,
): MultipartScan {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const opening = Buffer.from(`--${boundary}`)
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  const start = skipLineEnds(bytes, limits.headBytesMax)
  if (!bytes.subarray(start, start + opening.length).equals(opening)) return bad('formStart')
  const parts: FormPart[] = []
  let line = start + opening.length
  const similar = { left: limits.similarLinesMax, blanksMax: limits.headBytesMax }
  for (;;) {
    const mark = afterBoundary(bytes, line, limits.headBytesMax)
    if (mark === 'end')
      return isBlankFrom(bytes, line + 2, limits.headBytesMax) ? { ok: true, parts } : bad('formFollowed')
    if (mark === null) return bad('formBoundaryLine')
    if (parts.length === limits.partsMax) return bad('formTooManyParts', { max: limits.partsMax })
    const head = readHead(bytes, mark, limits.headBytesMax)
    if ('ok' in head) return head
    const end = endOfValue(bytes, delimiter, head.start, similar)
    if (end < 0) return bad(similar.left < 0 ? 'formBoundaryLine' : 'formPartOpen')
    parts.push({ ...head, end })
    line = end + delimiter.length
  }
}

type BadForm = Extract<MultipartScan, { ok: false }>

const bad = <Code extends ReasonCode>(code: Code, ...params: ReasonParams<Code>): BadForm => ({
  ok: false,
  reason: makeReason(code, ...params),
})

/** Some programs write a line end before each boundary, the first included. */
function skipLineEnds(bytes: Buffer, bytesMax: number): number {
  let at = 0
  while (at < bytesMax && bytes[at] === carriageReturn && bytes[at + 1] === lineFeed) at += 2
  return at
}

/** Start of the line after a boundary, past blanks; `end` after the last boundary. */
function afterBoundary(bytes: Buffer, at: number, blanksMax: number): number | 'end' | null {
  if (bytes[at] === dash && bytes[at + 1] === dash) return 'end'
  let position = at
  while (position - at < blanksMax && (bytes[position] === 0x20 || bytes[position] === 0x09)) position++
  return bytes[position] === carriageReturn && bytes[position + 1] === lineFeed ? position + 2 : null
}

function isBlankFrom(bytes: Buffer, from: number, bytesMax: number): boolean {
  if (bytes.length - from > bytesMax) return false
  for (let at = from; at < bytes.length; at++) if ((bytes[at] ?? 0) > 0x20) return false
  return true
}

/** A line that starts with the delimiter but continues differently is part of the value. */
function endOfValue(
  bytes: Buffer,
  delimiter: Buffer,
  from: number,
  similar: { left: number; blanksMax: number },
): number {
  // The value may be empty: its delimiter then starts with the line end of the blank line.
  let at = bytes.indexOf(delimiter, from - 2)
  while (at >= 0 && afterBoundary(bytes, at + delimiter.length, similar.blanksMax) === null) {
    if (--similar.left < 0) return -1
    at = bytes.indexOf(delimiter, at + delimiter.length)
  }
  return at < 0 ? -1 : Math.max(at, from)
}

function readHead(bytes: Buffer, from: number, bytesMax: number): Omit<FormPart, 'end'> | BadForm {
  const end = bytes.subarray(from, from + bytesMax).indexOf('\r\n\r\n')
  if (end < 0) return bad('formHeadTooLong', { max: bytesMax })
  const lines = decoder.decode(bytes.subarray(from, from + end)).split('\r\n')
  const headers = new Map<string, string>()
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(colon, 0)).toLowerCase()
    if (!/^[a-z0-9-]+$/.test(name) || headers.has(name)) return bad('formHeadMalformed')
    headers.set(name, line.slice(colon + 1).trim())
  }
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase() ?? 'binary'
  if (!['binary', '8bit', '7bit'].includes(encoding)) return bad('formPartEncoded')
  const named = readDisposition(headers.get('content-disposition') ?? '')
  if (named === null) return bad('formPartUnnamed')
  return { ...named, contentType: headers.get('content-type') ?? '', start: from + end + 4 }
}

const parameter = /;\s*([!#$%&'*+.^_`|~\w-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))\s*/gy

function readDisposition(text: string): Pick<FormPart, 'name' | 'filename'> | null {
  const kind = /^form-data\s*(?=;)/i.exec(text)
  if (!kind) return null
  const given = new Map<string, string>()
  parameter.lastIndex = kind[0].length
  for (let at = parameter.lastIndex; at < text.length; at = parameter.lastIndex) {
    const found = parameter.exec(text)
    const key = found?.[1]?.toLowerCase()
    if (!found || key === undefined || given.has(key)) return null
    given.set(key, found[2] ?? found[3] ?? '')
  }
  const name = given.get('name')
  // Some readers take single quotes for those of the header.
  const isPlain = name !== undefined && /^(?!')[^\\\p{Cc}]{1,255}$/u.test(name)
  if (!isPlain || given.has('name*')) return null
  return { name, filename: given.get('filename') ?? (given.has('filename*') ? '' : null) }
}
