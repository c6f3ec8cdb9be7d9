import { randomBytes } from 'node:crypto'
import { isEqualSecret } from '../platform/secret-box.ts'
import type { Services } from '../services.ts'

/** The owner of the device. The proof contains the hash, so that a new password invalidates it. */
interface Owner {
  id: number
  password_hash: string
}

/**
 * Browsers that signed in before, by a signed HttpOnly cookie. It grants no access: failures of others do not count for
 * it, so that guessing cannot lock an owner out.
 */
export interface KnownDevices {
  /** The id of the browser, when it signed in to this account since its password was set; else null. */
  find(request: Request, owner: Owner): string | null
  /** The cookie that makes the browser known to this account, in addition to other accounts. */
  buildCookie(request: Request, owner: Owner, isHttps: boolean): string
}

const name = 'device'
const lifeSeconds = 180 * 86_400
/** Accounts of one browser. */
const accountsMax = 4
const shape = /^(?<userId>[1-9]\d{0,15})\.(?<device>[\w-]{22})\.(?<expiresAt>\d{1,12})\.(?<proof>[\w-]{43})$/

interface Entry {
  userId: number
  device: string
  /** Seconds. */
  expiresAt: number
  proof: string
}

export function createKnownDevices({ secretBox, clock }: Services<'clock' | 'secretBox'>): KnownDevices {
  const now = () => Math.floor(clock.now() / 1_000)
  const proofOf = ({ userId, device, expiresAt }: Omit<Entry, 'proof'>, passwordHash: string): string =>
    secretBox.lookup([userId, device, expiresAt, passwordHash].join('\0'), 'known device')

  return {
    find(request, owner) {
      const entry = readEntries(request).find(({ userId }) => userId === owner.id)
      if (!entry || entry.expiresAt <= now()) return null
      return isEqualSecret(entry.proof, proofOf(entry, owner.password_hash)) ? entry.device : null
    },
    buildCookie(request, owner, isHttps) {
      const others = readEntries(request).filter(({ userId }) => userId !== owner.id)
      const entry = {
        userId: owner.id,
        device: randomBytes(16).toString('base64url'),
        expiresAt: now() + lifeSeconds,
      }
      const entries = [{ ...entry, proof: proofOf(entry, owner.password_hash) }, ...others]
      const value = entries.slice(0, accountsMax).map(formatEntry).join('~')
      const attributes = ['Path=/api', 'HttpOnly', 'SameSite=Lax', `Max-Age=${lifeSeconds}`]
      return `${name}=${value}; ${attributes.join('; ')}${isHttps ? '; Secure' : ''}`
    },
  }
}

const formatEntry = ({ userId, device, expiresAt, proof }: Entry): string =>
  [userId, device, expiresAt, proof].join('.')

function readEntries(request: Request): Entry[] {
  const cookies = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim())
  const value = cookies.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
  return value
    .split('~')
    .slice(0, accountsMax)
    .flatMap((text) => {
      const { userId = '', device = '', expiresAt = '', proof = '' } = shape.exec(text)?.groups ?? {}
      return proof === '' ? [] : [{ userId: Number(userId), device, expiresAt: Number(expiresAt), proof }]
    })
}
