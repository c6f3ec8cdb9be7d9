import { recordOf } from '@sluice/contract/read-json'
import { GatewayError } from '../../core/errors.ts'
import type { TokenExchange } from '../token-exchange.ts'
import type { VertexKey } from './service-account.ts'

const scope = 'https://www.googleapis.com/auth/cloud-platform'
const lifetimeSeconds = 3_600

/**
 * A service account signs its own assertion. https://developers.google.com/identity/protocols/oauth2/service-account,
 * as known on 2026-11-22
 */
export const accountExchange = (account: Extract<VertexKey, { kind: 'account' }>): TokenExchange => ({
  async request(now) {
    const assertion = await assertionOf(account, Math.floor(now / 1_000))
    const form = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion })
    return {
      url: account.tokenUri,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
    }
  },
  read(answer) {
    const { access_token: token, expires_in: lifetime } = recordOf(answer)
    if (typeof token !== 'string' || token === '') return null
    const known = typeof lifetime === 'number' && lifetime > 0
    return { token, lifetimeSeconds: known ? lifetime : lifetimeSeconds }
  },
})

async function assertionOf(
  { clientEmail, privateKey, privateKeyId, tokenUri }: Extract<VertexKey, { kind: 'account' }>,
  issuedAt: number,
): Promise<string> {
  const { importPKCS8, SignJWT } = await import('jose')
  try {
    const key = await importPKCS8(privateKey, 'RS256')
    return await new SignJWT({ scope })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(privateKeyId && { kid: privateKeyId }) })
      .setIssuer(clientEmail)
      .setSubject(clientEmail)
      .setAudience(tokenUri)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + lifetimeSeconds)
      .sign(key)
  } catch {
    // The cause may contain the key.
    throw new GatewayError(
      'channel_misconfigured',
      {},
      { detail: 'the private key of the service account cannot be read' },
    )
  }
}
