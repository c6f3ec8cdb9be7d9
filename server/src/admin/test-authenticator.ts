import type { AuthenticatorSecret, RecoveryCodes } from '@sluice/contract/second-factor'
import { Secret, TOTP } from 'otpauth'
import type { Clock } from '../platform/clock.ts'
import { type TestClient, testPassword } from './test-app.ts'

/** The code that an authenticator app with `secret` shows at the time of the clock. */
export const generateAuthenticatorCode = (secret: string, clock: Clock): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() })

/** Adds an authenticator to the account of the client and confirms it. */
export async function addAuthenticator(
  client: TestClient,
  clock: Clock,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const begun = await client.post('/api/user/2fa/authenticator', { password: testPassword })
  const { secret } = begun.body.data as AuthenticatorSecret
  const code = generateAuthenticatorCode(secret, clock)
  const confirmed = await client.post('/api/user/2fa/authenticator/confirm', { code })
  if (!confirmed.body.success) throw new Error(`the authenticator is not confirmed: ${confirmed.body.message}`)
  return { secret, recoveryCodes: (confirmed.body.data as RecoveryCodes).recovery_codes }
}
