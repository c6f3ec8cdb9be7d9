import { parseStored } from '../core/json/parse-stored.ts'
import { isEqualSecret, type SecretBox } from '../platform/secret-box.ts'
import type { Services } from '../services.ts'
import { findFormerRefresh, replaceRefresh } from '../store/sessions.ts'
import type { ConsoleCaller } from './console-caller.ts'
import type { Sessions } from './sessions.ts'

/** The reasons for the refusal of a session token of newer clients. */
export type TokenRefusal = 'AUTH_UNAUTHORIZED' | 'AUTH_TOKEN_EXPIRED' | 'AUTH_SESSION_REVOKED'

/**
 * The credentials of newer clients for a session: a short-lived token in `Authorization`, and a secret in a cookie that
 * renews it. Both end with the session. Neither is stored.
 */
export interface SessionGrants {
  /** A token for the session, valid for 15 minutes. */
  issueToken(sessionHash: string): { token: string; expiresAt: number }
  /** The caller of the session, or the reason of a refusal; null if the text is not a session token. */
  readToken(token: string): Promise<ConsoleCaller | TokenRefusal | null>
  /** The value of the refresh cookie of a new session. */
  firstCookie(sessionHash: string): string
  /**
   * Replaces the secret. A replaced one is accepted for 30 seconds and leads to the same successor, because two
   * requests may present it; later it is a stolen one, and ends the session.
   */
  renew(
    cookie: RefreshCookie,
  ): Promise<{ caller: ConsoleCaller; cookie: string } | Exclude<TokenRefusal, 'AUTH_TOKEN_EXPIRED'>>
}

interface RefreshCookie {
  sessionHash: string
  secret: string
}

const tokenMs = 15 * 60_000
const formerMs = 30_000
const place = 'session token'
const tokenShape = /^v1\.[\w-]{60,400}$/

export function createSessionGrants(
  deps: Services<'db' | 'clock' | 'secretBox'> & { sessions: Sessions },
): SessionGrants {
  const { db, secretBox, clock, sessions } = deps
  const firstOf = (sessionHash: string) => secretBox.lookup(sessionHash, 'first refresh')
  const nextOf = ({ sessionHash, secret }: RefreshCookie) =>
    secretBox.lookup(`${sessionHash}.${secret}`, 'next refresh')
  const hashOf = (secret: string) => secretBox.lookup(secret, 'refresh')

  /** Whether the presented secret may be replaced by `next`: it is the current one, or was until just now. */
  async function accept(presented: RefreshCookie, next: string): Promise<boolean> {
    const { sessionHash, secret } = presented
    const hash = hashOf(secret)
    const isCurrent = await replaceRefresh(db, sessionHash, {
      presented: hash,
      next: hashOf(next),
      until: clock.now() + formerMs,
      isFirst: isEqualSecret(secret, firstOf(sessionHash)),
    })
    if (isCurrent) return true
    const former = await findFormerRefresh(db, sessionHash)
    if (!former || former.hash !== hash) return false
    if ((former.until ?? 0) >= clock.now()) return true
    await sessions.end(sessionHash)
    return false
  }

  return {
    issueToken(sessionHash) {
      const expiresAt = clock.now() + tokenMs
      return { token: secretBox.seal(JSON.stringify([sessionHash, expiresAt]), place), expiresAt }
    },
    async readToken(token) {
      if (!tokenShape.test(token)) return null
      const content = openToken(secretBox, token)
      if (content === null) return 'AUTH_UNAUTHORIZED'
      const [sessionHash, expiresAt] = content
      if (expiresAt <= clock.now()) return 'AUTH_TOKEN_EXPIRED'
      return (await sessions.findById(sessionHash)) ?? 'AUTH_SESSION_REVOKED'
    },
    firstCookie: (sessionHash) => `${sessionHash}.${firstOf(sessionHash)}`,
    async renew(cookie) {
      const { sessionHash } = cookie
      const caller = await sessions.findById(sessionHash)
      if (!caller) return 'AUTH_SESSION_REVOKED'
      const next = nextOf(cookie)
      return (await accept(cookie, next)) ? { caller, cookie: `${sessionHash}.${next}` } : 'AUTH_UNAUTHORIZED'
    },
  }
}

/** Only this server seals with its key, so the content has the form that it wrote. */
function openToken(secretBox: SecretBox, token: string): [sessionHash: string, expiresAt: number] | null {
  try {
    return parseStored<[string, number]>(secretBox.open(token, place))
  } catch {
    return null
  }
}
