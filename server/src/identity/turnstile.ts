import { z } from 'zod'
import { GatewayError } from '../core/errors.ts'
import { networkOf } from '../platform/client-address.ts'
import { describeError } from '../platform/log.ts'
import { createGuardedRequest, type GuardedRequest } from '../platform/outbound/guarded-request.ts'
import type { Services } from '../services.ts'
import { spendTry, writeCode } from '../store/one-time-codes.ts'

/** The action that a solved check allows; asking for a code and registering with it are one action. */
type TurnstilePurpose = 'login' | 'register' | 'reset' | 'checkin'

/** The anti-bot check for actions without a sign-in. */
export interface Turnstile {
  /**
   * Throws turnstile_required or turnstile_failed unless the site requires no check or `token` is a solved one. The
   * same token may be used again from the same network, for the same action, four times within five minutes: the
   * service accepts a token only once, and people mistype. For a check-in, where nothing is typed, it counts once.
   */
  check(purpose: TurnstilePurpose, shown: { token: string; ip: string }): Promise<void>
  /**
   * Verifies a solved check with the stored secret key, whether or not the site requires one. Throws turnstile_required
   * or turnstile_test_failed.
   */
  test(shown: { token: string; ip: string }): Promise<void>
}

/** The address that verifies solved checks. */
export interface TurnstileService {
  url: string
  request: GuardedRequest
}

const usesAgain: Record<TurnstilePurpose, number> = { login: 4, register: 4, reset: 4, checkin: 0 }
const passMs = 5 * 60_000

const verdict = z.object({ success: z.boolean(), 'error-codes': z.array(z.string()).default([]) })

export const createTurnstileService = (): TurnstileService => ({
  url: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  request: createGuardedRequest({ exceptions: [], bytesMax: 65_536, timeoutMs: 5_000, httpsOnly: true }),
})

export function createTurnstile(
  deps: Services<'db' | 'state' | 'clock' | 'log' | 'secretBox'>,
  service: TurnstileService,
): Turnstile {
  const { db, clock, secretBox, state, log } = deps
  return {
    async check(purpose, { token, ip }) {
      const { TurnstileCheckEnabled, TurnstileSecretKey: secret } = state.current().options
      if (!TurnstileCheckEnabled) return
      if (token === '') throw new GatewayError('turnstile_required')
      const pass = {
        purpose: `turnstile_${purpose}`,
        subject_hash: secretBox.lookup(`${token}\0${networkOf(ip)}`, `turnstile ${purpose}`),
      }
      const now = clock.now()
      if (await spendTry(db, pass, now)) return
      await verify(service, { secret, token, ip }).catch((cause) => {
        log.warn({ error: describeError(cause) }, 'an anti-bot check was not confirmed')
        throw new GatewayError('turnstile_failed', {}, { cause })
      })
      const tries_left = usesAgain[purpose]
      if (tries_left > 0) await writeCode(db, { ...pass, code_hash: '', tries_left, expires_at: now + passMs })
    },
    async test({ token, ip }) {
      if (token === '') throw new GatewayError('turnstile_required')
      const { TurnstileSecretKey: secret } = state.current().options
      await verify(service, { secret, token, ip }).catch((cause) => {
        throw new GatewayError(
          'turnstile_test_failed',
          { reason: cause instanceof Error ? cause.message : String(cause) },
          { cause },
        )
      })
    },
  }
}

async function verify(
  { url, request }: TurnstileService,
  { secret, token, ip }: { secret: string; token: string; ip: string },
): Promise<void> {
  if (secret === '') throw new Error('the secret key of the check is not set')
  const answer = await request({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ secret, response: token, remoteip: ip }).toString(),
  })
  const { success, 'error-codes': errors } = verdict.parse(JSON.parse(Buffer.from(answer.bytes).toString()))
  if (!success) throw new Error(`the service refused the token: ${errors.join(', ').slice(0, 200)}`)
}
