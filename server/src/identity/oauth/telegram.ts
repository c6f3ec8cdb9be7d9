import { createHash, createHmac } from 'node:crypto'
import { isEqualSecret } from '../../platform/secret-box.ts'

export interface TelegramProof {
  /** The Telegram account. */
  id: string
  hash: string
  /** Milliseconds from which the proof is outdated. */
  expiresAt: number
}

const validMs = 5 * 60_000
/** Tolerance for differing clocks. */
const aheadMs = 60_000

/** Names and values must each be one line, so that none can pass for another field. */
const isField = ([name, value]: [string, string]): boolean => /^[a-z_]{1,32}$/.test(name) && !/[\r\n]/.test(value)

/**
 * The data of the login widget, if the bot's token signed it within the last five minutes; otherwise null.
 * core.telegram.org/widgets/login, "Checking authorization".
 */
export function verifyTelegram(
  fields: Readonly<Record<string, string>>,
  botToken: string,
  now: number,
): TelegramProof | null {
  const { hash = '', id = '', auth_date = '' } = fields
  if (!Object.entries(fields).every(isField)) return null
  const signed = Object.entries(fields)
    .filter(([name]) => name !== 'hash')
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('\n')
  const key = createHash('sha256').update(botToken).digest()
  const expected = createHmac('sha256', key).update(signed).digest('hex')
  if (botToken === '' || !isEqualSecret(expected, hash)) return null
  const signedAt = Number(auth_date) * 1_000
  const isFresh = signedAt <= now + aheadMs && now - signedAt < validMs
  if (!/^\d{1,20}$/.test(id) || !isFresh) return null
  return { id, hash, expiresAt: signedAt + validMs }
}
