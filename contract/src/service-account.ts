import { makeReason, type Reason } from './error-reasons.ts'
import { parseRecord, textOf } from './read-json.ts'

/** The fields in use of the JSON key of a service account of Google Cloud. */
export interface ServiceAccount {
  clientEmail: string
  privateKey: string
  privateKeyId: string | undefined
  projectId: string
  tokenUri: string
}

type ParsedAccount = { ok: true; account: ServiceAccount } | { ok: false; reason: Reason }

const tokenUriByDefault = 'https://oauth2.googleapis.com/token'
const webAddress = /^https?:\/\/[^\s/?#@]+([/?#]\S*)?$/i
const pem = /^-----BEGIN PRIVATE KEY-----\s[A-Za-z0-9+/=\s]+-----END PRIVATE KEY-----\s*$/

/** https://docs.cloud.google.com/iam/docs/keys-create-delete, as known on 2026-11-22 */
export function parseServiceAccount(text: string): ParsedAccount {
  const wire = parseRecord(text)
  if (wire === null) return { ok: false, reason: makeReason('keyNotAccount') }
  const [clientEmail, projectId] = [textOf(wire.client_email).trim(), textOf(wire.project_id).trim()]
  // In a key copied from another file, line ends may be the two characters `\n`.
  const privateKey = textOf(wire.private_key).trim().replaceAll('\\n', '\n')
  const tokenUri = textOf(wire.token_uri).trim() || tokenUriByDefault
  const lacking = [
    ...(clientEmail === '' ? ['client_email'] : []),
    ...(projectId === '' ? ['project_id'] : []),
    ...(pem.test(privateKey) ? [] : ['private_key']),
    ...(webAddress.test(tokenUri) ? [] : ['token_uri']),
  ]
  if (lacking.length > 0) return { ok: false, reason: makeReason('keyLacks', { names: lacking.join(', ') }) }
  const privateKeyId = textOf(wire.private_key_id) || undefined
  return { ok: true, account: { clientEmail, privateKey, privateKeyId, projectId, tokenUri } }
}

export function objectionToServiceAccount(text: string): Reason | null {
  const parsed = parseServiceAccount(text)
  return parsed.ok ? null : parsed.reason
}
