import type { FormPart } from './parse-multipart.ts'

const encoder = new TextEncoder()

/**
 * The form with its plain fields set to the values of `changes`, null = removed; every other byte stays. An absent
 * field is put first. Values must be one line.
 */
export function patchMultipart(
  body: Uint8Array,
  { boundary, parts }: { boundary: string; parts: readonly FormPart[] },
  changes: Readonly<Record<string, string | null>>,
): Uint8Array {
  const kept: Uint8Array[] = []
  const left = new Map(Object.entries(changes))
  let from = 0
  for (const [index, { name, filename, start, end }] of parts.entries()) {
    const value = filename === null ? left.get(name) : undefined
    if (value === undefined) continue
    left.delete(name)
    if (value === null) {
      // With the line of its boundary, which ends the part before it.
      const before = parts[index - 1]?.end
      if (before !== undefined) kept.push(body.subarray(from, before))
      from = before === undefined ? end + lineEndLength : end
    } else {
      kept.push(body.subarray(from, start), encoder.encode(value))
      from = end
    }
  }
  const heads = [...left].flatMap(([name, value]) =>
    value === null
      ? []
      : [encoder.encode(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)],
  )
  return Buffer.concat([...heads, ...kept, body.subarray(from)])
}

const lineEndLength = 2
