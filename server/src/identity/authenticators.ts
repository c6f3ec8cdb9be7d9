import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { Services } from '../services.ts'
import { lockRow } from '../store/lock-row.ts'
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
  /**
   * Confirms the app by a current code, and returns new recovery codes; null if the code is wrong. `alongside` runs in
   * the same transaction.
   */
  confirm(userId: number, code: string, alongside: Alongside): Promise<string[] | null>
  /** Whether `code` is a current one of the app. Each code is accepted once. */
  verifyCode(userId: number, code: string): Promise<boolean>
  /** Like `verifyCode`, but also accepts an unused recovery code and deletes it. */
  verifyAny(userId: number, code: string): Promise<boolean>
  /** Replaces all recovery codes and returns the new ones in clear text. Only their hashes are stored. */
  renewRecoveryCodes(userId: number): Promise<string[]>
  /** Removes the app and the recovery codes. `alongside` runs in the same transaction. */
  remove(userId: number, alongside: Alongside): Promise<void>
}

type Alongside = (trx: Kysely<Database>) => Promise<void>

const periodSeconds = 30
/** One step to either side, because phone clocks differ. */
const window = 1
const recoveryCodeCount = 10
export const authenticatorSecretSealContext = 'authenticators.secret_box'

export function createAuthenticators(deps: Services<'db' | 'clock' | 'secretBox'>): Authenticators {
  const { db, secretBox, clock } = deps
  const codeHash = (code: string) => secretBox.lookup(plainCode(code), 'recovery code')

  async function takeCode(db: Kysely<Database>, userId: number, code: string): Promise<boolean> {
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

  async function replaceCodes(trx: Kysely<Database>, userId: number): Promise<string[]> {
    const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
    await replaceRecoveryCodes(trx, userId, codes.map(codeHash))
    return codes
  }

  const verifyCode: Authenticators['verifyCode'] = (userId, code) => takeCode(db, userId, code)

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
    confirm: (userId, code, alongside) =>
      db.transaction().execute(async (trx) => {
        await lockRow(trx, 'users', userId)
        if (!(await takeCode(trx, userId, code))) return null
        const codes = await replaceCodes(trx, userId)
        await alongside(trx)
        return codes
      }),
    verifyCode,
    async verifyAny(userId, code) {
      if (await verifyCode(userId, code)) return true
      const isRecoveryCode = plainCode(code).length === 20
      return isRecoveryCode && (await takeRecoveryCode(db, userId, codeHash(code)))
    },
    renewRecoveryCodes: (userId) => db.transaction().execute((trx) => replaceCodes(trx, userId)),
    async remove(userId, alongside) {
      await db.transaction().execute(async (trx) => {
        await deleteAuthenticator(trx, userId)
        await alongside(trx)
      })
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
