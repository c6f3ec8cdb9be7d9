import { isRecord, textOf } from '@sluice/contract/read-json'

const encoder = new TextEncoder()
const mediaTypeForm = /^[\w.+-]+\/[\w.+-]+$/

/**
 * A form of `fields`: texts, numbers and booleans as text, `{ mediaType, data }` with base64 as a file; absent values
 * are omitted. The boundary is a hash of the content, so the content cannot contain it.
 */
export function buildMultipart(fields: Readonly<Record<string, unknown>>): Uint8Array {
  const parts = Object.entries(fields).flatMap(([name, value]) => partOf(name, value))
  const hash = new Bun.CryptoHasher('sha256')
  for (const part of parts) hash.update(part)
  const boundary = `sluice-${hash.digest('hex').slice(0, 48)}`
  const between = encoder.encode(`--${boundary}\r\n`)
  return Buffer.concat([...parts.flatMap((part) => [between, part]), encoder.encode(`--${boundary}--\r\n`)])
}

/** The boundary of a form that `buildMultipart` made. */
export const boundaryIn = (form: Uint8Array): string =>
  Buffer.from(form.subarray(0, form.indexOf(0x0d)))
    .toString()
    .slice(2)

function partOf(name: string, value: unknown): Uint8Array[] {
  const disposition = `Content-Disposition: form-data; name="${name}"`
  if (isRecord(value)) {
    const given = textOf(value.mediaType)
    const type = mediaTypeForm.test(given) ? given : 'application/octet-stream'
    // Some hosts recognise a file by its extension.
    const filename = `${name}.${type.split('/')[1]}`
    const head = `${disposition}; filename="${filename}"\r\nContent-Type: ${type}\r\n\r\n`
    const bytes = Buffer.from(textOf(value.data), 'base64')
    return [Buffer.concat([encoder.encode(head), bytes, encoder.encode('\r\n')])]
  }
  if (value === undefined || value === null) return []
  return [encoder.encode(`${disposition}\r\n\r\n${String(value)}\r\n`)]
}
