import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { JsonRecord } from '@sluice/contract/read-json'
import { invalidRequest } from '../core/invalid-request.ts'
import { parseExactRecord } from '../core/json/exact-json.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import type { ProvenToken } from '../relay/call/relay-call.ts'

/** The kind of a session: a model that answers, or one that only transcribes. */
export type SessionKind = 'realtime' | 'transcription'

/** A client secret lets its bearer open sessions of one model in the name of an API token, until it expires. */
export interface ClientSecret extends ProvenToken {
  /** Milliseconds. A running session may outlast it. */
  expiresAt: number
  /** The model that answers or transcribes. */
  model: string
  kind: SessionKind
  /** The events of the session are those of the beta. */
  isBeta: boolean
  /** The session as it was requested, in the form of `session.update`. */
  session: JsonRecord
}

const prefix = 'ek_'
const place = 'realtime.client_secret'
/** Browsers send the secret in a header, and proxies accept lines of 8 KB. */
const lengthMax = 7_000
/** Far more than fits into a secret unless it repeats itself. */
const plainBytesMax = 262_144

/**
 * The secret as text: sealed, so that any node reads it and nothing is stored. Throws GatewayError of the caller for a
 * session that is too long.
 */
export function sealClientSecret(box: SecretBox, secret: ClientSecret): string {
  const plain = Buffer.from(JSON.stringify(secret))
  if (plain.length > plainBytesMax) throw invalidRequest('sessionTooLong')
  const text = prefix + box.sealBytes(deflateRawSync(plain), place)
  if (text.length > lengthMax) throw invalidRequest('sessionTooLong')
  return text
}

export const isClientSecret = (key: string): boolean => key.startsWith(prefix)

/** The secret in `text`, expired or not; null if this site did not issue it. */
export function openClientSecret(box: SecretBox, text: string): ClientSecret | null {
  if (!isClientSecret(text) || text.length > lengthMax) return null
  try {
    const plain = inflateRawSync(box.openBytes(text.slice(prefix.length), place), { maxOutputLength: plainBytesMax })
    // Sealed by this site, so the form is known. Numbers of the session keep their digits.
    return parseExactRecord(plain.toString('utf8')) as ClientSecret | null
  } catch {
    return null
  }
}
