import { hexOf, hmacSha256, sha256 } from '../hashes.ts'
import type { SignRequest } from '../signing.ts'

const algorithm = 'HMAC-SHA256'
const [region, service] = ['cn-north-1', 'cv']
const signedNames = 'content-type;host;x-content-sha256;x-date'
const encoder = new TextEncoder()

/** Signature 4 of Volcengine. https://www.volcengine.com/docs/6369/67269, as known on 2026-11-28 */
export const signVolcengine: SignRequest = async ({ method, url, headers, body }, key, now) => {
  const [accessKey = '', secretKey = ''] = key.split('|').map((part) => part.trim())
  const { host, pathname, searchParams } = new URL(url)
  const contentType = headers['content-type'] ?? 'application/json'
  const date = new Date(now).toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
  const day = date.slice(0, 8)
  const bodyHash = hexOf(await sha256(body))
  const query = [...searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort()
  const canonical = [
    method,
    pathname,
    query.join('&'),
    `content-type:${contentType}`,
    `host:${host}`,
    `x-content-sha256:${bodyHash}`,
    `x-date:${date}`,
    '',
    signedNames,
    bodyHash,
  ].join('\n')
  const scope = `${day}/${region}/${service}/request`
  const text = [algorithm, date, scope, hexOf(await sha256(encoder.encode(canonical)))].join('\n')
  const serviceKey = await hmacSha256(await hmacSha256(await hmacSha256(secretKey, day), region), service)
  const signature = hexOf(await hmacSha256(await hmacSha256(serviceKey, 'request'), text))
  const credential = `${accessKey}/${scope}`
  return {
    headers: {
      'content-type': contentType,
      'x-content-sha256': bodyHash,
      'x-date': date,
      authorization: `${algorithm} Credential=${credential}, SignedHeaders=${signedNames}, Signature=${signature}`,
    },
  }
}

/** By RFC 3986. */
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
