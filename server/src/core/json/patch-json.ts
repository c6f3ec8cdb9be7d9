import type { Span } from './scan-json.ts'

const encoder = new TextEncoder()
const comma = 0x2c

/** The JSON of a value, or its bytes. */
export type JsonText = string | Uint8Array

const bytesOf = (text: JsonText): Uint8Array => (typeof text === 'string' ? encoder.encode(text) : text)

interface Edit extends Span {
  text: Uint8Array
}

/**
 * The body with top-level fields set to new JSON texts, or removed (null); every other byte stays. An absent field is
 * put first, after the opening brace.
 */
export function patchJson(
  bytes: Uint8Array,
  fields: ReadonlyMap<string, Span>,
  changes: Readonly<Record<string, JsonText | null>>,
): Uint8Array {
  const edits: Edit[] = []
  const open = bytes.indexOf(0x7b) + 1
  const hasKept = [...fields.keys()].some((field) => changes[field] !== null)
  let added = 0
  for (const [field, text] of Object.entries(changes)) {
    if (text === null) continue
    const span = fields.get(field)
    if (span) edits.push({ ...span, text: bytesOf(text) })
    else {
      const before = added++ > 0 ? ',' : ''
      edits.push({
        start: open,
        end: open,
        text: Buffer.concat([encoder.encode(`${before}${JSON.stringify(field)}:`), bytesOf(text)]),
      })
    }
  }
  if (added > 0 && hasKept) edits.push({ start: open, end: open, text: encoder.encode(',') })
  edits.push(...removals(bytes, fields, changes, open))
  edits.sort((a, b) => a.start - b.start || a.end - b.end)
  const parts: Uint8Array[] = []
  let from = 0
  for (const edit of edits) {
    parts.push(bytes.subarray(from, edit.start), edit.text)
    from = edit.end
  }
  parts.push(bytes.subarray(from))
  return Buffer.concat(parts)
}

/** Cuts each removed field with the comma before it; leading fields with the comma after the last of them. */
function removals(
  bytes: Uint8Array,
  fields: ReadonlyMap<string, Span>,
  changes: Readonly<Record<string, JsonText | null>>,
  open: number,
): Edit[] {
  const edits: Edit[] = []
  let previousEnd = open
  let isInFront = true
  let last: Edit | null = null
  for (const [field, { end }] of fields) {
    if (changes[field] === null) {
      last = { start: previousEnd, end, text: new Uint8Array() }
      edits.push(last)
    } else if (isInFront) {
      if (last) last.end = bytes.indexOf(comma, last.end) + 1
      isInFront = false
    }
    previousEnd = end
  }
  return edits
}
