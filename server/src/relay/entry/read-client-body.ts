import { isRawJson, type JsonRecord, nearestOf, recordOf } from '@sluice/contract/read-json'
import { GatewayError } from '../../core/errors.ts'
import { readExactJson } from '../../core/json/exact-json.ts'
import { readJsonInSteps } from '../../core/json/read-json-in-steps.ts'
import { textOfBytes } from '../../core/json/record-in.ts'
import { type JsonScan, scanJson, scanJsonInSteps } from '../../core/json/scan-json.ts'
import { finishInTurns, type Pause, stepMax } from '../../platform/in-turns.ts'
import { readBody, withoutMark } from '../../platform/read-body.ts'
import type { CallOperation } from '../../protocols/call-operation.ts'
import type { Services } from '../../services.ts'
import { formFields, isForm, scanForm } from '../call/client-form.ts'
import type { Inflight } from '../call/inflight.ts'
import { isLarge, pauseOf } from '../call/large-body.ts'
import type { ClientBody, RelayCall } from '../call/relay-call.ts'
import { refuseAmbiguousFields } from './refuse-ambiguous-fields.ts'

interface BodyTools {
  dependencies: Services<'config'>
  inflight: Inflight
}

/** The body of a call is not read after the call has ended. */
type RunningCall = Pick<RelayCall, 'abort'>

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
  if (!hasForm) return scanBody(withoutMark(bytes), call)
  const form = scanForm(bytes, contentType)
  refuseAmbiguousFields(form.parts.map(({ name }) => name))
  return { bytes, fields: new Map(), form }
}

/** The positions of the fields of a JSON body; a promise only for a large one. Throws GatewayError. */
export const scanBody = (bytes: Uint8Array, call: RunningCall): ClientBody | Promise<ClientBody> =>
  isLarge(bytes)
    ? finishInTurns(scanJsonInSteps(bytes, stepMax), pauseOf(call)).then((scan) => clientBodyOf(bytes, scan))
    : clientBodyOf(bytes, scanJson(bytes))

/** The body of a scan. Throws GatewayError. */
export function clientBodyOf(bytes: Uint8Array, scan: JsonScan): ClientBody {
  if (!scan.ok) {
    throw new GatewayError(scan.isBeyondLimits ? 'invalid_request' : 'invalid_json', { reason: scan.reason })
  }
  refuseAmbiguousFields(scan.fields.keys())
  return { bytes, fields: scan.fields, bytesOutside: scan.bytesOutside }
}

/** The whole body as `readClientBody` reads it, and its fields. Throws GatewayError. */
export async function readClientFields(
  tools: BodyTools,
  call: RelayCall,
  request: Request,
  mayBeForm?: boolean,
): Promise<{ sent: ClientBody; fields: JsonRecord }> {
  const sent = await readClientBody(tools, call, request, mayBeForm)
  return { sent, fields: await parseBody(sent, call) }
}

/**
 * The fields of a JSON body or a form. Numbers below the top keep their digits (`readExactJson`). A promise only for a
 * large body, which is read between other work. Throws GatewayError.
 */
export function parseBody(body: ClientBody, call: RunningCall): JsonRecord | Promise<JsonRecord> {
  const { bytes, form } = body
  if (form) return formFields(bytes, form)
  if (isLarge(bytes) && !isMostlyText(body)) return readLarge(bytes, pauseOf(call))
  try {
    return withPlainSettings(readExactJson(textOfBytes(bytes)))
  } catch (cause) {
    throw new GatewayError('invalid_json', {}, { cause })
  }
}

/** Texts are parsed natively in a millisecond for each megabyte, where values, brackets and numbers take fifty. */
const textBytesMax = 1_048_576
const bytesOutsideMax = 65_536

/** Whether a large body is parsed as fast as a small one: a coding agent's prompt is long texts. */
const isMostlyText = ({ bytes, bytesOutside = Number.POSITIVE_INFINITY }: ClientBody): boolean =>
  bytes.length <= textBytesMax && bytesOutside <= bytesOutsideMax

async function readLarge(bytes: Uint8Array, pause: Pause): Promise<JsonRecord> {
  try {
    return withPlainSettings(await finishInTurns(readJsonInSteps(bytes, stepMax), pause))
  } catch (cause) {
    throw cause instanceof GatewayError ? cause : new GatewayError('invalid_json', {}, { cause })
  }
}

/**
 * A top-level field by itself; undefined when there is none, null for one that is too long to be a setting. Throws
 * GatewayError.
 */
export function readField({ bytes, fields }: ClientBody, name: string): unknown {
  const place = fields.get(name)
  if (!place) return undefined
  if (place.end - place.start > stepMax) return null
  try {
    return JSON.parse(textOfBytes(bytes.subarray(place.start, place.end)))
  } catch (cause) {
    throw new GatewayError('invalid_json', {}, { cause })
  }
}

/** The fields at the top are settings, which the gateway reads as ordinary numbers. */
function withPlainSettings(value: unknown): JsonRecord {
  const body = recordOf(value)
  for (const [name, setting] of Object.entries(body)) if (isRawJson(setting)) body[name] = nearestOf(setting)
  return body
}
