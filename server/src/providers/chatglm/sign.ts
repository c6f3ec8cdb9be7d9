import { dayMs } from '@sluice/contract/durations'
import { hmacSha256 } from '../hashes.ts'

/** A day, as in the vendor's examples. */
const lifetimeMs = dayMs

/** Its times are in milliseconds, which JWT libraries do not write. */
const head = JSON.stringify({ alg: 'HS256', sign_type: 'SIGN' })

/** The token of a key `id.secret`. https://open.bigmodel.cn/dev/api/http-call/http-auth, as known on 2026-11-20 */
export async function signJwt(key: string, now: number): Promise<string> {
  const [id = '', secret = ''] = key.split('.').map((part) => part.trim())
  const payload = JSON.stringify({ api_key: id, exp: now + lifetimeMs, timestamp: now })
  const text = `${base64Url(Buffer.from(head))}.${base64Url(Buffer.from(payload))}`
  return `${text}.${base64Url(await hmacSha256(secret, text))}`
}

const base64Url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
