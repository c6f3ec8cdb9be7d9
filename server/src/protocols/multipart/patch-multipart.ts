import type { FormPart } from './parse-multipart.ts'

const encoder = new TextEncoder()

/**
 * The form with the plain field `name` set to `value`; every other byte stays. An absent field is put first. The value
 * must be one line.
 */
export function patchMultipart(
  body: Uint8Array,
  { boundary, parts }: { boundary: string; parts: readonly FormPart[] },
  name: string,
  value: string,
): Uint8Array {
  const part = parts.find((one) => one.name === name && one.filename === null)
  if (part) return Buffer.concat([body.subarray(0, part.start), encoder.encode(value), body.subarray(part.end)])
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  return Buffer.concat([encoder.encode(head), body])
}
