import { hmacSha256 } from '../hashes.ts'
import type { SignRequest } from '../signing.ts'

const lifetimeSeconds = 1_800
/** How far the maker's clock may be behind. */
const leewaySeconds = 5

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

/** A key `access|secret` signs a token; any other key is one itself. */
export const isPair = (key: string): boolean => key.includes('|')

/** https://kling.ai/document-api, as known on 2026-11-28. `now` in milliseconds. */
export const signKling: SignRequest = async (_request, key, now) => {
  if (!isPair(key)) return {}
  const [access = '', secret = ''] = key.split('|').map((part) => part.trim())
  const seconds = Math.floor(now / 1_000)
  const claims = { iss: access, exp: seconds + lifetimeSeconds, nbf: seconds - leewaySeconds }
  const text = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}`
  const signature = Buffer.from(await hmacSha256(secret, text)).toString('base64url')
  return { headers: { authorization: `Bearer ${text}.${signature}` } }
}
