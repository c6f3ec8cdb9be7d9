import { isRawJson, type JsonRecord, nearestOf, recordOf } from '@sluice/contract/read-json'
import { GatewayError } from '../../core/errors.ts'
import { readExactJson } from '../../core/json/exact-json.ts'
import { scanJson } from '../../core/json/scan-json.ts'
import { readBody } from '../../platform/read-body.ts'
import type { CallOperation } from '../../protocols/call-operation.ts'
import type { Services } from '../../services.ts'
import { formFields, isForm, scanForm } from '../call/client-form.ts'
import type { Inflight } from '../call/inflight.ts'
import type { ClientBody, RelayCall } from '../call/relay-call.ts'
import { refuseAmbiguousFields } from './refuse-ambiguous-fields.ts'

interface BodyTools {
  dependencies: Services<'config'>
  inflight: Inflight
}

const bytesPerMb = 1_048_576

/** Operations that accept a form: those that send files. */
const takesForm: ReadonlySet<CallOperation | 'count_tokens'> = new Set([
  'image_edits',
  'image_variations',
  'transcriptions',
  'translations',
] as const)

/**
 * The whole body, limited in time and size. Its memory stays booked for the length of the call. Throws GatewayError.
 */
export async function readClientBody(
  { dependencies, inflight }: BodyTools,
  call: RelayCall,
  request: Request,
  mayBeForm: boolean = takesForm.has(call.target.operation),
): Promise<ClientBody> {
  const { config } = dependencies
  const contentType = mayBeForm ? (call.headers.get('content-type') ?? '') : ''
  const hasForm = isForm(contentType)
  const bytesMax = Math.floor((hasForm ? config.MAX_UPLOAD_MB : config.MAX_BODY_MB) * bytesPerMb)
  let booked = 0
  // Booked as it arrives, not as announced: data that never arrives blocks no other call.
  const book = (size: number) => {
    if (size <= booked) return
    call.releases.push(inflight.holdBytes(size - booked))
    booked = size
  }
  const timeoutMs = config.BODY_READ_TIMEOUT * 1_000
  const bytes = await readBody(request, { bytesMax, timeoutMs, onGrow: book })
  book(bytes.length)
  if (!hasForm) return scanBody(bytes)
  const form = scanForm(bytes, contentType)
  refuseAmbiguousFields(form.parts.map(({ name }) => name))
  return { bytes, fields: new Map(), form }
}

/** The positions of the fields of a JSON body. Throws GatewayError. */
export function scanBody(bytes: Uint8Array): ClientBody {
  const scan = scanJson(bytes)
  if (!scan.ok) {
    throw new GatewayError(scan.isBeyondLimits ? 'invalid_request' : 'invalid_json', { reason: scan.reason })
  }
  refuseAmbiguousFields(scan.fields.keys())
  return { bytes, fields: scan.fields }
}

/** The whole body as `readClientBody` reads it, and its fields. Throws GatewayError. */
export async function readClientFields(
  tools: BodyTools,
  call: RelayCall,
  request: Request,
  mayBeForm?: boolean,
): Promise<{ sent: ClientBody; fields: Record<string, unknown> }> {
  const sent = await readClientBody(tools, call, request, mayBeForm)
  return { sent, fields: parseBody(sent) }
}

const textOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')

/** The fields at the top are settings, which the gateway reads as ordinary numbers. */
function withPlainSettings(body: JsonRecord): JsonRecord {
  for (const [name, value] of Object.entries(body)) if (isRawJson(value)) body[name] = nearestOf(value)
  return body
}

/**
 * The fields of a JSON body or a form. Numbers below the top keep their digits (`readExactJson`). Throws GatewayError.
 */
export function parseBody({ bytes, form }: ClientBody): Record<string, unknown> {
  if (form) return formFields(bytes, form)
  try {
    return withPlainSettings(recordOf(readExactJson(textOf(bytes))))
  } catch (cause) {
    throw new GatewayError('invalid_json', {}, { cause })
  }
}
