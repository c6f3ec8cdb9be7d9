import { AwsV4Signer } from 'aws4fetch'
import type { SignRequest } from '../signing.ts'
import { parseBedrockKey } from './key.ts'

/**
 * Signature version 4; API keys sign nothing. https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv.html, as
 * known on 2026-11-22
 */
export const signBedrock: SignRequest = ({ method, url, headers, body }, key, now) => {
  const parsed = parseBedrockKey(key)
  if (!parsed.ok || parsed.parts.kind === 'apiKey') return {}
  const { region, accessKeyId, secretAccessKey, sessionToken } = parsed.parts
  const signer = new AwsV4Signer({
    method,
    url,
    region,
    accessKeyId,
    secretAccessKey,
    service: 'bedrock',
    allHeaders: true,
    ...(sessionToken !== undefined && { sessionToken }),
    // Proxies may change other headers on the way.
    headers: { 'content-type': headers['content-type'] ?? 'application/json' },
    datetime: new Date(now).toISOString().replace(/[:-]|\.\d{3}/g, ''),
    ...(method === 'POST' && { body: new Uint8Array(body) }),
  })
  return signer.sign().then((signed) => {
    const names = ['authorization', 'x-amz-date', 'x-amz-security-token']
    const values = names.flatMap((name) => {
      const value = signed.headers.get(name)
      return value === null ? [] : [[name, value] as const]
    })
    return { headers: Object.fromEntries(values) }
  })
}
