import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { Clock } from '../platform/clock.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import type { Database } from '../store/schema.ts'
import {
  countRecoveryCodes,
  deleteAuthenticator,
  findAuthenticator,
  putAuthenticator,
  replaceRecoveryCodes,
  takeRecoveryCode,
  takeStep,
} from '../store/second-factors.ts'

/** Authenticator apps (RFC 6238: SHA-1, 6 digits, 30 seconds, which every app supports) and recovery codes. */
export interface Authenticators {
  /** Whether one is confirmed. Then a password alone is not enough to sign in. */
  isOn(userId: number): Promise<boolean>
  recoveryCodesLeft(userId: number): Promise<number>
  /** A new secret, which is confirmed by its first code; null if there is a confirmed one. */
  begin(userId: number, account: { issuer: string; label: string }): Promise<{ secret: string; uri: string } | null>
  /** Whether `code` is a current one of the app. Each code is accepted once. The first one confirms the app. */
  verifyCode(userId: number, code: string): Promise<boolean>
  /** Like `verifyCode`, but also accepts an unused recovery code and deletes it. */
  verifyAny(userId: number, code: string): Promise<boolean>
  /** Replaces all recovery codes and returns the new ones in clear text. Only their hashes are stored. */
  renewRecoveryCodes(userId: number): Promise<string[]>
  remove(userId: number): Promise<void>
}

const periodSeconds = 30
/** One step to either side, because phone clocks differ. */
const window = 1
const recoveryCodeCount = 10
export const authenticatorSecretSealContext = 'authenticators.secret_box'

export function createAuthenticators(deps: {
  db: Kysely<Database>
  secretBox: SecretBox
  clock: Clock
}): Authenticators {
  const { db, secretBox, clock } = deps
  const codeHash = (code: string) => secretBox.lookup(plainCode(code), 'recovery code')

  const verifyCode: Authenticators['verifyCode'] = async (userId, code) => {
    const row = await findAuthenticator(db, userId)
    // Apps show the digits in groups, and users paste them that way.
    const token = code.replace(/\s/g, '')
    if (!row || !/^\d{6}$/.test(token)) return false
    const secret = Secret.fromBase32(secretBox.open(row.secret_box, authenticatorSecretSealContext))
    const timestamp = clock.now()
    const delta = totpOf(secret).validate({ token, timestamp, window })
    if (delta === null) return false
    const step = Math.floor(timestamp / 1_000 / periodSeconds) + delta
    return await takeStep(db, { userId, step, confirmedAt: timestamp })
  }

  return {
    async isOn(userId) {
      const row = await findAuthenticator(db, userId)
      return row !== undefined && row.confirmed_at !== null
    },
    recoveryCodesLeft: (userId) => countRecoveryCodes(db, userId),
    async begin(userId, { issuer, label }) {
      const secret = new Secret({ size: 20 })
      const isNew = await putAuthenticator(db, {
        user_id: userId,
        secret_box: secretBox.seal(secret.base32, authenticatorSecretSealContext),
        confirmed_at: null,
        last_step: 0,
      })
      if (!isNew) return null
      return { secret: secret.base32, uri: totpOf(secret, issuer, label).toString() }
    },
    verifyCode,
    async verifyAny(userId, code) {
      if (await verifyCode(userId, code)) return true
      const isRecoveryCode = plainCode(code).length === 20
      return isRecoveryCode && (await takeRecoveryCode(db, userId, codeHash(code)))
    },
    async renewRecoveryCodes(userId) {
      const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
      await db.transaction().execute((trx) => replaceRecoveryCodes(trx, userId, codes.map(codeHash)))
      return codes
    },
    async remove(userId) {
      await db.transaction().execute((trx) => deleteAuthenticator(trx, userId))
    },
  }
}

const totpOf = (secret: Secret, issuer = '', label = '') =>
  new TOTP({ issuer, label, secret, algorithm: 'SHA1', digits: 6, period: periodSeconds })

/** 80 bits, such as `4f2a1-…`: read from paper, typed with or without the dashes. */
const newRecoveryCode = (): string =>
  randomBytes(10)
    .toString('hex')
    .replace(/(.{5})(?=.)/g, '$1-')

const plainCode = (code: string): string => code.toLowerCase().replace(/[^0-9a-f]/g, '')
