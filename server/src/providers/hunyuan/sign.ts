import { tableOf } from '@sluice/contract/table-of'
import { hexOf, hmacSha256, sha256 } from '../hashes.ts'
import type { UnsignedRequest } from '../signing.ts'

const chats = { service: 'hunyuan', version: '2023-09-01', region: '' }
/** Jobs have a region. */
const ofJobs = 'ap-guangzhou'
const jobs: readonly (readonly [action: RegExp, of: typeof chats])[] = [
  [/HunyuanImageJob$/, { ...chats, region: ofJobs }],
  [/TextToImageJob$/, { service: 'aiart', version: '2022-12-29', region: ofJobs }],
  [/ToVideoJob$/, { service: 'vclm', version: '2024-05-23', region: ofJobs }],
]
const serviceOf = (action: string): typeof chats => jobs.find(([pattern]) => pattern.test(action))?.[1] ?? chats

/** Where an action is called: its service has a host beside that of chats. Another address than the cloud's stays. */
export function actionAt(root: string, action: string): string {
  const { service } = serviceOf(action)
  return `${root.replace(/^(https:\/\/)hunyuan(\.[\w.-]*tencentcloudapi\.com)$/, `$1${service}$2`)}/?Action=${action}`
}

const algorithm = 'TC3-HMAC-SHA256'
const signedNames = 'content-type;host;x-tc-action'
const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** By the first field of a body, which this provider writes, where the address does not name the action. */
const actions = tableOf<string>({
  InputList: 'GetEmbedding',
  Prompt: 'SubmitHunyuanImageJob',
  JobId: 'QueryHunyuanImageJob',
})

function actionOf(body: Uint8Array): string {
  const [, first = ''] = /^\{"(\w+)":/.exec(decoder.decode(body.subarray(0, 20))) ?? []
  return actions[first] ?? 'ChatCompletions'
}

/** The headers of a signed call. https://cloud.tencent.com/document/api/1729/101843, as known on 2026-11-20 */
export async function signTc3({ url, headers, body }: UnsignedRequest, key: string, now: number) {
  const [secretId = '', secretKey = ''] = key.split('|').slice(-2)
  const contentType = headers['content-type'] ?? 'application/json'
  const address = new URL(url)
  const named = address.searchParams.get('Action')
  // It is a header of a POST.
  address.search = ''
  const action = named ?? actionOf(body)
  const { service, version, region } = serviceOf(action)
  const timestamp = Math.floor(now / 1_000)
  const date = new Date(timestamp * 1_000).toISOString().slice(0, 10)
  const scope = `${date}/${service}/tc3_request`
  const canonical = [
    'POST',
    '/',
    '',
    `content-type:${contentType}`,
    `host:${address.host}`,
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
    ...(named !== null && { url: address.href }),
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
