import { makeReason } from '@sluice/contract/error-reasons'
import { parseRecord, textOf } from '@sluice/contract/read-json'
import type { ParsedKey } from '../key-form.ts'

/** The identity in a key: a service account with its project, or an API key of the express mode. */
export type VertexKey =
  | { kind: 'apiKey' }
  | {
      kind: 'account'
      clientEmail: string
      privateKey: string
      privateKeyId: string | undefined
      projectId: string
      tokenUri: string
    }

const tokenUriByDefault = 'https://oauth2.googleapis.com/token'
const pem = /^-----BEGIN PRIVATE KEY-----\s[A-Za-z0-9+/=\s]+-----END PRIVATE KEY-----\s*$/
const apiKey = /^[\w.-]{10,}$/

/** https://docs.cloud.google.com/iam/docs/keys-create-delete, as known on 2026-11-22 */
export function parseVertexKey(key: string): ParsedKey<VertexKey> {
  if (apiKey.test(key)) return { ok: true, parts: { kind: 'apiKey' } }
  const wire = parseRecord(key)
  if (wire === null) return { ok: false, reason: makeReason('keyNotAccount') }
  const [clientEmail, projectId] = [textOf(wire.client_email).trim(), textOf(wire.project_id).trim()]
  // In a key copied from another file, line ends may be the two characters `\n`.
  const privateKey = textOf(wire.private_key).trim().replaceAll('\\n', '\n')
  const tokenUri = textOf(wire.token_uri).trim() || tokenUriByDefault
  const lacking = [
    ...(clientEmail === '' ? ['client_email'] : []),
    ...(projectId === '' ? ['project_id'] : []),
    ...(pem.test(privateKey) ? [] : ['private_key']),
    ...(/^https?:/i.test(tokenUri) && URL.canParse(tokenUri) ? [] : ['token_uri']),
  ]
  if (lacking.length > 0) return { ok: false, reason: makeReason('keyLacks', { names: lacking.join(', ') }) }
  const privateKeyId = textOf(wire.private_key_id) || undefined
  return { ok: true, parts: { kind: 'account', clientEmail, privateKey, privateKeyId, projectId, tokenUri } }
}
