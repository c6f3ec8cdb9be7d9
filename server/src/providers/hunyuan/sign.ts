import { hexOf, hmacSha256, sha256 } from '../hashes.ts'
import type { UnsignedRequest } from '../signing.ts'

const chats = { service: 'hunyuan', version: '2023-09-01', region: '' }
/** Jobs have a region. */
const images = { ...chats, region: 'ap-guangzhou' }
const videos = { service: 'vclm', version: '2024-05-23', region: 'ap-guangzhou' }
const algorithm = 'TC3-HMAC-SHA256'
const signedNames = 'content-type;host;x-tc-action'
const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** By the first field of a body, which this provider writes, where a request does not name its action. */
const actions: Readonly<Record<string, string>> = {
  InputList: 'GetEmbedding',
  Prompt: 'SubmitHunyuanImageJob',
  JobId: 'QueryHunyuanImageJob',
}

function actionOf(body: Uint8Array): string {
  const [, first = ''] = /^\{"(\w+)":/.exec(decoder.decode(body.subarray(0, 20))) ?? []
  return actions[first] ?? 'ChatCompletions'
}

const serviceOf = (action: string) =>
  action.endsWith('ToVideoJob') ? videos : action.endsWith('ImageJob') ? images : chats

/** The headers of a signed call. https://cloud.tencent.com/document/api/1729/101843, as known on 2026-11-20 */
export async function signTc3({ url, headers, body }: UnsignedRequest, key: string, now: number) {
  const [secretId = '', secretKey = ''] = key.split('|').slice(-2)
  const contentType = headers['content-type'] ?? 'application/json'
  const action = headers['x-tc-action'] ?? actionOf(body)
  const { service, version, region } = serviceOf(action)
  const timestamp = Math.floor(now / 1_000)
  const date = new Date(timestamp * 1_000).toISOString().slice(0, 10)
  const scope = `${date}/${service}/tc3_request`
  const canonical = [
    'POST',
    '/',
    '',
    `content-type:${contentType}`,
    `host:${new URL(url).host}`,
    `x-tc-action:${action.toLowerCase()}`,
    '',
    signedNames,
    hexOf(await sha256(body)),
  ].join('\n')
  const text = [algorithm, timestamp, scope, hexOf(await sha256(encoder.encode(canonical)))].join('\n')
  const dateKey = await hmacSha256(`TC3${secretKey.trim()}`, date)
  const signingKey = await hmacSha256(await hmacSha256(dateKey, service), 'tc3_request')
  const signature = hexOf(await hmacSha256(signingKey, text))
  const credential = `${secretId.trim()}/${scope}`
  return {
    headers: {
      'content-type': contentType,
      'x-tc-action': action,
      'x-tc-version': version,
      ...(region !== '' && { 'x-tc-region': region }),
      'x-tc-timestamp': String(timestamp),
      authorization: `${algorithm} Credential=${credential}, SignedHeaders=${signedNames}, Signature=${signature}`,
    },
  }
}
