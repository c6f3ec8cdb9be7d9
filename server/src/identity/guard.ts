import { roles } from '@sluice/contract/roles'
import type { RouteAccess, RouteEntry } from '@sluice/contract/routes'
import type { Kysely } from 'kysely'
import { GatewayError } from '../core/errors.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import type { State } from '../state/snapshot.ts'
import type { Database } from '../store/schema.ts'
import { findUserByAccessToken, isBanned } from '../store/users.ts'
import { buildCaller, type Caller } from './caller.ts'
import { isForeignOrigin, isSameOrigin } from './same-origin.ts'
import { readSessionCookie } from './session-cookie.ts'
import type { Sessions } from './sessions.ts'

export interface GuardDependencies {
  db: Kysely<Database>
  secretBox: SecretBox
  sessions: Sessions
  state: State
}

export const accessTokenPurpose = 'access token'

/**
 * Decides who is calling and whether they may. The order of checks is part of the contract: credential, the
 * user-id header, origin, ban, role. Throws the first failure; null only where anyone may call.
 */
export async function admitCaller(
  deps: GuardDependencies,
  request: Request,
  entry: RouteEntry,
): Promise<Caller | null> {
  const isWrite = entry.effect === true || !['GET', 'HEAD'].includes(request.method)
  // The route reads the key itself: no cookie counts there, and no page is foreign.
  if (entry.access === 'key') return null
  if (entry.access === 'public') {
    if (isWrite) refuseForeignOrigin(deps, request)
    return null
  }
  const cookie = readSessionCookie(request)
  const bySession = cookie === null ? null : await deps.sessions.find(cookie)
  if (entry.access === 'session') {
    if (isWrite) (bySession ? requireSameOrigin : refuseForeignOrigin)(deps, request)
    return bySession
  }
  const caller = bySession ?? (await findByAccessToken(deps, request))
  checkUserHeader(request, caller)
  if (isWrite && caller.sessionHash !== null) requireSameOrigin(deps, request)
  if (isBanned(caller)) throw new GatewayError('account_banned')
  if (caller.role < roleOf(entry.access)) throw new GatewayError('insufficient_rights')
  return caller
}

/**
 * Somebody signed in by a session, for calls that answer as the API for models does: with its statuses, and never by a
 * system access token, which stands for a program. Throws the first failure: credential, user-id header, origin, ban.
 */
export async function admitPerson(deps: GuardDependencies, request: Request): Promise<Caller> {
  const cookie = readSessionCookie(request)
  const caller = cookie === null ? null : await deps.sessions.find(cookie)
  if (!caller)
    throw new GatewayError(
      request.headers.has('authorization') ? 'access_token_not_supported' : 'not_logged_in',
    )
  checkUserHeader(request, caller)
  requireSameOrigin(deps, request)
  if (isBanned(caller)) throw new GatewayError('user_banned')
  return caller
}

const roleOf = (access: Exclude<RouteAccess, 'public' | 'session' | 'key'>): number => roles[access]

async function findByAccessToken(deps: GuardDependencies, request: Request): Promise<Caller> {
  const header = request.headers.get('authorization')
  if (header === null || header.trim() === '') throw new GatewayError('not_logged_in')
  const token = header.replace(/^Bearer /i, '').trim()
  const user = await findUserByAccessToken(deps.db, deps.secretBox.lookup(token, accessTokenPurpose))
  if (!user) throw new GatewayError('access_token_invalid')
  return buildCaller(user, null)
}

function checkUserHeader(request: Request, caller: Caller): void {
  const header = request.headers.get('new-api-user')
  if (header === null || header.trim() === '') throw new GatewayError('user_header_missing')
  if (!/^\d{1,16}$/.test(header.trim()) || Number(header) !== caller.id)
    throw new GatewayError('user_header_invalid')
}

function requireSameOrigin(deps: GuardDependencies, request: Request): void {
  if (!isSameOrigin(request, deps.state.current().options.ServerAddress))
    throw new GatewayError('cross_site_request')
}

function refuseForeignOrigin(deps: GuardDependencies, request: Request): void {
  if (isForeignOrigin(request, deps.state.current().options.ServerAddress))
    throw new GatewayError('cross_site_request')
}
