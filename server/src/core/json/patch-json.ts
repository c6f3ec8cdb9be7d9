import type { Span } from './scan-json.ts'

const encoder = new TextEncoder()

/**
 * The body with top-level fields set to new JSON texts and every other byte as it came. A field that is absent is
 * put first, right behind the opening brace.
 */
export function patchJson(
  bytes: Uint8Array,
  fields: ReadonlyMap<string, Span>,
  changes: Readonly<Record<string, string>>,
): Uint8Array {
  const edits: { start: number; end: number; text: Uint8Array }[] = []
  const open = bytes.indexOf(0x7b) + 1
  for (const [field, text] of Object.entries(changes)) {
    const span = fields.get(field)
    if (span) edits.push({ ...span, text: encoder.encode(text) })
    else {
      const follow = fields.size > 0 ? ',' : ''
      edits.push({
        start: open,
        end: open,
        text: encoder.encode(`${JSON.stringify(field)}:${text}${follow}`),
      })
    }
  }
  edits.sort((a, b) => a.start - b.start)
  const parts: Uint8Array[] = []
  let from = 0
  for (const edit of edits) {
    parts.push(bytes.subarray(from, edit.start), edit.text)
    from = edit.end
  }
  parts.push(bytes.subarray(from))
  return Buffer.concat(parts)
}
