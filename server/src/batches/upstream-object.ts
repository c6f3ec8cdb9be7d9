import type { JsonRecord } from '@sluice/contract/read-json'
import { GatewayError } from '../core/errors.ts'
import { parseExactRecord } from '../core/json/exact-json.ts'
import { readAnswer } from '../platform/outbound/read-answer.ts'
import type { RelayCall } from '../relay/call/relay-call.ts'
import type { Services } from '../services.ts'

/** Longest object that is stored whole for lists. */
const dataLengthMax = 65_536
const objectBytesMax = 1_048_576

/** The JSON object in an upstream's answer. Throws GatewayError. */
export async function readObject(call: Pick<RelayCall, 'abort'> | null, response: Response): Promise<JsonRecord> {
  const bytes = await readAnswer(response, objectBytesMax, () => call?.abort.reason ?? null)
  const object = parseExactRecord(new TextDecoder().decode(bytes))
  if (object === null) throw new GatewayError('upstream_invalid_response')
  return object
}

/** The object as text for its column; without its metadata if it is too long. */
export function dataOf(object: JsonRecord): string {
  const text = JSON.stringify(object)
  return text.length <= dataLengthMax ? text : JSON.stringify({ ...object, metadata: null })
}

/** The id of a new object. Throws GatewayError. */
export function idOf({ id }: JsonRecord): string {
  if (typeof id === 'string' && /^[\w.:-]{1,191}$/.test(id)) return id
  throw new GatewayError('upstream_invalid_response', {}, { detail: 'the upstream sent no id' })
}

/**
 * The object for the client: the address of the results has the host that the client called. The scheme comes from the
 * configured server address, because a proxy may terminate TLS.
 */
export function shownObject(
  object: JsonRecord,
  requestUrl: string,
  { state, config: { BASE_PATH } }: Services<'state' | 'config'>,
): JsonRecord {
  if (typeof object.results_url !== 'string' || typeof object.id !== 'string') return object
  const called = new URL(requestUrl)
  const own = URL.parse(state.current().options.ServerAddress)
  const origin = own?.host === called.host ? own.origin : called.origin
  return { ...object, results_url: `${origin}${BASE_PATH}/v1/messages/batches/${object.id}/results` }
}
