import { createHmac } from 'node:crypto'

/** A message, and what its signature is made of. */
interface Signed {
  id: string
  key: string
  text: string
  seconds: number
}

/** https://www.standardwebhooks.com; the secret is the API key. */
export function standardHeaders({ id, key, text, seconds }: Signed): Record<string, string> {
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${text}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': `${seconds}`, 'webhook-signature': `v1,${signature}` }
}

/** https://openrouter.ai/docs, as known on 2026-11-28 */
export function openRouterHeaders({ id, key, text, seconds }: Signed): Record<string, string> {
  const signature = createHmac('sha256', key).update(`${seconds},${text}`).digest('hex')
  return { 'x-openrouter-signature': `t=${seconds},v1=${signature}`, 'x-openrouter-idempotency-key': id }
}
