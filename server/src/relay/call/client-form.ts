import { isRecord } from '@sluice/contract/read-json'
import { GatewayError } from '../../core/errors.ts'
import { invalidRequest } from '../../core/invalid-request.ts'
import { textOfBytes } from '../../core/json/record-in.ts'
import { boundaryOf, type FormPart, parseMultipart } from '../../protocols/multipart/parse-multipart.ts'

/** A `multipart/form-data` body: the positions of its parts. */
export interface ClientForm {
  boundary: string
  parts: readonly FormPart[]
}

/** A file of a form, among its fields. */
export interface FormFile {
  filename: string
  contentType: string
  bytes: Uint8Array
}

/** Maximum length of a text field. */
const textBytesMax = 1_048_576

export const isForm = (contentType: string): boolean => /^multipart\/form-data\b/i.test(contentType)

/** The content type of a form with this boundary. */
export const formType = (boundary: string): string => `multipart/form-data; boundary="${boundary}"`

/** Throws GatewayError `invalid_request` for an invalid form, or one with too many or malformed parts. */
export function scanForm(bytes: Uint8Array, contentType: string): ClientForm {
  const boundary = boundaryOf(contentType)
  if (boundary === null) throw invalidRequest('formWithoutBoundary')
  const scan = parseMultipart(bytes, boundary)
  if (!scan.ok) throw new GatewayError('invalid_request', { reason: scan.reason })
  return { boundary, parts: scan.parts }
}

/**
 * Texts and files by name; a repeated name gives a list. A repeated text is refused unless its name marks a list
 * (`…[]`), because an upstream could read the other one. Throws GatewayError.
 */
export function formFields(bytes: Uint8Array, { parts }: ClientForm): Record<string, unknown> {
  const fields: Record<string, unknown> = Object.create(null)
  for (const part of parts) {
    const { name } = part
    const value = part.filename === null ? readText(bytes, part) : fileOf(bytes, part)
    if (!(name in fields)) fields[name] = value
    else if (part.filename === null && !name.endsWith('[]'))
      throw invalidRequest('fieldTwice', { key: name.slice(0, 64) })
    else fields[name] = [fields[name], value].flat()
  }
  return fields
}

function readText(bytes: Uint8Array, { name, start, end }: FormPart): string {
  if (end - start > textBytesMax) throw invalidRequest('fieldTooLong', { key: name.slice(0, 64), max: textBytesMax })
  return textOfBytes(bytes.subarray(start, end))
}

const fileOf = (bytes: Uint8Array, { filename, contentType, start, end }: FormPart): FormFile => ({
  filename: filename ?? '',
  contentType,
  bytes: bytes.subarray(start, end),
})

/** The file of a field; undefined when it has none, or several. */
export function fileIn(fields: Readonly<Record<string, unknown>>, name: string): FormFile | undefined {
  const value = fields[name]
  return isFormFile(value) ? value : undefined
}

const isFormFile = (value: unknown): value is FormFile =>
  isRecord(value) && value.bytes instanceof Uint8Array && typeof value.filename === 'string'
