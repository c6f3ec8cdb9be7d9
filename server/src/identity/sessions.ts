import { randomBytes } from 'node:crypto'
import { dayMs } from '@sluice/contract/durations'
import { createGrowingCache } from '../platform/growing-cache.ts'
import type { Services } from '../services.ts'
import { lockRow } from '../store/lock-row.ts'
import {
  deleteEndedSessions,
  deleteSession,
  deleteSessionOf,
  deleteUserSessions,
  findSession,
  findUserSessions,
  insertSession,
  type SessionRow,
  type SessionWithUser,
  touchSession,
  trimUserSessions,
} from '../store/sessions.ts'
import { markSeen } from '../store/users.ts'
import { buildConsoleCaller, type ConsoleCaller } from './console-caller.ts'

export interface Sessions {
  /** Opens a session and returns the value of its cookie, of which only a hash is stored. */
  start(owner: SessionOwner): Promise<string>
  /** The existing owner of the session; null when the session is unknown or over. */
  find(cookie: string): Promise<ConsoleCaller | null>
  /** The owner by the id of the session, for a request with a valid session token. */
  findById(sessionHash: string): Promise<ConsoleCaller | null>
  end(sessionHash: string): Promise<void>
  /** The valid sessions of an account, the last used first. */
  listOf(userId: number): Promise<SessionRow[]>
  /** Ends one of the account's sessions. Returns false when it has no such session. */
  endOf(userId: number, sessionHash: string): Promise<boolean>
  /** Ends every session of the account except `keep`. */
  endAllOf(userId: number, keep?: string | null): Promise<void>
  /** Removes expired sessions and returns their number. */
  sweep(): Promise<number>
  readonly maxAgeSeconds: number
  close(): void
}

interface SessionOwner {
  userId: number
  ip: string
  userAgent: string
  /** The login method, in the form for clients. */
  loginMethod?: string
}

export interface SessionSettings {
  idleDays: number
  maxDays: number
}

export const sessionsPerUserMax = 20
/** How long a read is cached. Changes on this node clear it at once; those of other nodes take effect after it. */
const cachedMs = 2_000
const touchEveryMs = 60_000
const sweepRows = 500

interface Remembered {
  session: SessionWithUser
  readAt: number
}

export function createSessions(
  deps: Services<'db' | 'state' | 'clock' | 'secretBox'>,
  settings: SessionSettings,
): Sessions {
  const { db, secretBox, clock } = deps
  const idleMs = settings.idleDays * dayMs
  const maxMs = settings.maxDays * dayMs
  const remembered = createGrowingCache<string, Remembered>(10_000)
  // A read that overlapped with a change must not be cached.
  let changes = 0

  const hashOf = (cookie: string): string => secretBox.lookup(cookie, 'session')

  const forgetUser = (userId: number): void => {
    changes++
    for (const [hash, { session }] of remembered) if (session.id === userId) remembered.delete(hash)
  }
  const unsubscribe = deps.state.subscribe((change) => {
    if (change.kind === 'user') forgetUser(change.id)
  })

  async function read(hash: string): Promise<SessionWithUser | undefined> {
    const known = remembered.get(hash)
    if (known && clock.monotonic() - known.readAt < cachedMs) return known.session
    const before = changes
    const readAt = clock.monotonic()
    const session = await findSession(db, hash)
    if (session && before === changes) remembered.set(hash, { session, readAt })
    return session
  }

  async function end(hash: string): Promise<void> {
    changes++
    remembered.delete(hash)
    await deleteSession(db, hash)
    changes++
    remembered.delete(hash)
  }

  async function findByHash(hash: string, isByHeader: boolean): Promise<ConsoleCaller | null> {
    const session = await read(hash)
    if (!session) return null
    const now = clock.now()
    if (session.expires_at <= now || session.last_seen_at + idleMs <= now) {
      await end(hash)
      return null
    }
    if (now - session.last_seen_at >= touchEveryMs) {
      session.last_seen_at = now
      await touchSession(db, hash, now)
      await markSeen(db, session.id, now)
    }
    return buildConsoleCaller(session, { hash, startedAt: session.session_created_at, isByHeader })
  }

  return {
    maxAgeSeconds: Math.floor(maxMs / 1000),
    async start({ userId, ip, userAgent, loginMethod = '' }) {
      const cookie = randomBytes(32).toString('base64url')
      const now = clock.now()
      const id_hash = hashOf(cookie)
      await db.transaction().execute(async (trx) => {
        await lockRow(trx, 'users', userId)
        await trimUserSessions(trx, userId, sessionsPerUserMax - 1)
        await insertSession(trx, {
          id_hash,
          user_id: userId,
          ip,
          user_agent: userAgent.slice(0, 255),
          login_method: loginMethod,
          created_at: now,
          last_seen_at: now,
          expires_at: now + maxMs,
        })
        await markSeen(trx, userId, now)
      })
      forgetUser(userId)
      return cookie
    },
    find: (cookie) => findByHash(hashOf(cookie), false),
    findById: (sessionHash) => findByHash(sessionHash, true),
    end,
    listOf(userId) {
      const now = clock.now()
      return findUserSessions(db, userId, { now, idleSince: now - idleMs })
    },
    async endOf(userId, hash) {
      const isEnded = await deleteSessionOf(db, userId, hash)
      changes++
      remembered.delete(hash)
      return isEnded
    },
    async endAllOf(userId, keep = null) {
      forgetUser(userId)
      await deleteUserSessions(db, userId, keep)
      forgetUser(userId)
    },
    async sweep() {
      const now = clock.now()
      let removed = 0
      for (;;) {
        const count = await deleteEndedSessions(db, { now, idleSince: now - idleMs, limit: sweepRows })
        removed += count
        if (count < sweepRows) return removed
      }
    },
    close: unsubscribe,
  }
}
