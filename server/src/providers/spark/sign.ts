import { recordOf } from '@sluice/contract/read-json'
import { parseExactRecord } from '../../core/json/exact-json.ts'
import { hmacSha256 } from '../hashes.ts'
import type { Signature, UnsignedRequest } from '../signing.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** The parts of a key `appId|apiSecret|apiKey`. */
export function partsOf(key: string): { appId: string; apiSecret: string; apiKey: string } {
  const [appId = '', apiSecret = '', apiKey = ''] = key.split('|').map((part) => part.trim())
  return { appId, apiSecret, apiKey }
}

/**
 * A request to the WebSocket API: the signature of the handshake is in the address, the application in the message.
 * https://www.xfyun.cn/doc/spark/general_url_authentication.html, as known on 2026-11-20
 */
export async function signSpark(
  { url, body }: Pick<UnsignedRequest, 'url' | 'body'>,
  key: string,
  now: number,
): Promise<Signature> {
  const { appId, apiSecret, apiKey } = partsOf(key)
  const { host, pathname } = new URL(url)
  const date = new Date(now).toUTCString()
  const signature = Buffer.from(
    await hmacSha256(apiSecret, `host: ${host}\ndate: ${date}\nGET ${pathname} HTTP/1.1`),
  ).toString('base64')
  const authorization = Buffer.from(
    `api_key="${apiKey}", algorithm="hmac-sha256", headers="host date request-line", signature="${signature}"`,
  ).toString('base64')
  const wire = parseExactRecord(decoder.decode(body)) ?? {}
  return {
    url: `${url}?${new URLSearchParams({ authorization, date, host })}`,
    body: encoder.encode(JSON.stringify({ ...wire, header: { ...recordOf(wire.header), app_id: appId } })),
  }
}
