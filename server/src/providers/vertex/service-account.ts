import { makeReason } from '@sluice/contract/error-reasons'
import { parseServiceAccount, type ServiceAccount } from '@sluice/contract/service-account'
import type { ParsedKey } from '../key-form.ts'

/** The identity in a key: a service account with its project, or an API key of the express mode. */
export type VertexKey = { kind: 'apiKey' } | ({ kind: 'account' } & ServiceAccount)

const apiKey = /^[\w.-]{10,}$/

export function parseVertexKey(key: string): ParsedKey<VertexKey> {
  if (apiKey.test(key)) return { ok: true, parts: { kind: 'apiKey' } }
  if (!key.trim().startsWith('{')) return { ok: false, reason: makeReason('keyNotAccount'), part: 'apiKey' }
  const parsed = parseServiceAccount(key)
  if (!parsed.ok) return { ok: false, reason: parsed.reason, part: 'serviceAccount' }
  return { ok: true, parts: { kind: 'account', ...parsed.account } }
}
