import type { AdminRight } from '@sluice/contract/admin-rights'
import { roles } from '@sluice/contract/roles'
import type { RouteAccess, RouteEntry } from '@sluice/contract/route'
import { viewHeader } from '@sluice/contract/view-header'
import { GatewayError } from '../core/errors.ts'
import type { Services } from '../services.ts'
import { findUserByAccessToken, isBanned } from '../store/users.ts'
import { buildConsoleCaller, type ConsoleCaller } from './console-caller.ts'
import type { IdentityDependencies } from './dependencies.ts'
import { requireRight } from './require-right.ts'
import { explainForeign, isForeignDocument, isForeignOrigin, isSameOrigin } from './same-origin.ts'
import { readSessionCookie } from './session-cookie.ts'
import type { TokenRefusal } from './session-grants.ts'

interface GuardedRoute extends RouteEntry {
  /** What an administrator needs besides the role; absent or null = nothing. */
  right?: AdminRight | null
  /** What an administrator needs to read it as another account; absent or null = it cannot be read so. */
  viewRight?: AdminRight | 'any' | null
}

export const accessTokenPurpose = 'access token'

/**
 * Identifies the caller and decides whether it is permitted. The order of checks is part of the API: credential,
 * user-id header, origin, ban, role, right. Throws the first failure; null only where no caller is required. `onFound`
 * gets the caller before a check can refuse it. With the header of a view, the caller is the account that is looked at.
 */
export async function admitCaller(
  deps: CredentialReaders & Pick<IdentityDependencies, 'state' | 'accountViews'>,
  request: Request,
  entry: GuardedRoute,
  onFound: (caller: ConsoleCaller) => void = () => {},
): Promise<ConsoleCaller | null> {
  const view = request.headers.get(viewHeader)
  if (view !== null) return await admitView(deps, request, entry, { view, onFound })
  const isWrite = entry.effect === true || !['GET', 'HEAD'].includes(request.method)
  // The route reads the key itself. Cookies are ignored, so a page of another site cannot misuse them.
  if (entry.access === 'key') return null
  if (entry.access === 'public') {
    if (isWrite) refuseForeignOrigin(deps, request)
    return null
  }
  if (entry.access === 'session') {
    const bySession = await findBySession(deps, request)
    if (bySession) onFound(bySession)
    if (isWrite && bySession) requireOwnPage(deps, request, bySession)
    else if (isWrite) refuseForeignOrigin(deps, request)
    return bySession
  }
  const caller = await identify(deps, request)
  if (typeof caller === 'string') throw new GatewayError(caller)
  onFound(caller)
  checkUserHeader(request, caller)
  if (isWrite) requireOwnPage(deps, request, caller)
  if (isBanned(caller)) throw new GatewayError('account_banned')
  if (caller.role < roleOf(entry.access)) throw new GatewayError('insufficient_rights')
  if (entry.right) requireRight(caller, entry.right)
  return caller
}

/**
 * An administrator who looks at the console as another account. The header replaces that with the user's id: no page
 * of another site can send either. A header without a valid view is refused, and never answered as the administrator.
 */
async function admitView(
  deps: CredentialReaders & Pick<IdentityDependencies, 'accountViews'>,
  request: Request,
  { access, viewRight = null }: GuardedRoute,
  { view, onFound }: { view: string; onFound: (caller: ConsoleCaller) => void },
): Promise<ConsoleCaller | null> {
  if (viewRight === null) throw new GatewayError('view_is_read_only')
  const viewer = await identify(deps, request)
  const account = typeof viewer === 'string' ? null : await deps.accountViews.find(view, viewer)
  if (typeof viewer === 'string' || account === null) throw new GatewayError('view_ended')
  onFound(account)
  if (viewRight !== 'any') requireRight(viewer, viewRight)
  return access === 'public' ? null : account
}

/**
 * An account signed in by a session, for calls that answer like the model API, with its statuses. Does not accept a
 * system access token, which belongs to a program. Throws the first failure: credential, user-id header, origin, ban.
 */
export async function admitPerson(
  deps: Pick<IdentityDependencies, 'state' | 'sessions' | 'sessionGrants'>,
  request: Request,
): Promise<ConsoleCaller> {
  const caller = await findBySession(deps, request)
  if (!caller)
    throw new GatewayError(request.headers.has('authorization') ? 'access_token_not_supported' : 'not_logged_in')
  checkUserHeader(request, caller)
  requireOwnPage(deps, request, caller)
  if (isBanned(caller)) throw new GatewayError('user_banned')
  return caller
}

const roleOf = (access: Exclude<RouteAccess, 'public' | 'session' | 'key'>): number => roles[access]

/** Whether the request carries a session or a system access token, right or wrong. */
export const hasCredential = (request: Request): boolean =>
  readSessionCookie(request) !== null || readAccessToken(request) !== null

/**
 * The account whose session or system access token the request carries; null without a valid one. Decides no access.
 */
export async function findCaller(deps: CredentialReaders, request: Request): Promise<ConsoleCaller | null> {
  const caller = await identify(deps, request)
  return typeof caller === 'string' ? null : caller
}

export type CredentialReaders = Pick<IdentityDependencies, 'db' | 'secretBox' | 'sessions' | 'sessionGrants'>

/**
 * The caller, or why there is none. A valid credential in `Authorization` counts first: programs with a cookie jar send
 * their session beside it.
 */
async function identify(
  deps: CredentialReaders,
  request: Request,
): Promise<ConsoleCaller | TokenRefusal | 'not_logged_in' | 'access_token_invalid'> {
  const token = readAccessToken(request)
  const byToken = token === null ? 'not_logged_in' : await findByToken(deps, token)
  if (typeof byToken !== 'string') return byToken
  return (await findByCookie(deps, request)) ?? byToken
}

async function findByToken(
  deps: CredentialReaders,
  token: string,
): Promise<ConsoleCaller | TokenRefusal | 'access_token_invalid'> {
  const bySession = await deps.sessionGrants.readToken(token)
  if (bySession !== null) return bySession
  // Schemes other than Bearer belong to a proxy in front of the server.
  const byAccount = token.includes(' ') ? null : await findByAccessToken(deps, token)
  return byAccount ?? 'access_token_invalid'
}

/** By the token of a session, or its cookie. */
async function findBySession(
  deps: Pick<IdentityDependencies, 'sessions' | 'sessionGrants'>,
  request: Request,
): Promise<ConsoleCaller | null> {
  const token = readAccessToken(request)
  const byToken = token === null ? null : await deps.sessionGrants.readToken(token)
  if (byToken !== null && typeof byToken !== 'string') return byToken
  return await findByCookie(deps, request)
}

async function findByCookie(
  { sessions }: Pick<IdentityDependencies, 'sessions'>,
  request: Request,
): Promise<ConsoleCaller | null> {
  const cookie = readSessionCookie(request)
  return cookie === null ? null : await sessions.find(cookie)
}

/** The token in `Authorization`; null = there is none. */
function readAccessToken(request: Request): string | null {
  const header = request.headers.get('authorization')?.trim() ?? ''
  return header === '' ? null : header.replace(/^Bearer /i, '').trim()
}

async function findByAccessToken(
  deps: Pick<IdentityDependencies, 'db' | 'secretBox'>,
  token: string,
): Promise<ConsoleCaller | null> {
  const user = await findUserByAccessToken(deps.db, deps.secretBox.lookup(token, accessTokenPurpose))
  return user ? buildConsoleCaller(user, null) : null
}

function checkUserHeader(request: Request, caller: ConsoleCaller): void {
  const header = request.headers.get('new-api-user')
  if (header === null || header.trim() === '') {
    // No browser sends an access token by itself, and the tools of One API know no such header.
    if (caller.isByHeader) return
    throw new GatewayError('user_header_missing')
  }
  if (!namesCaller(request, caller)) throw new GatewayError('user_header_invalid')
}

function namesCaller(request: Request, caller: ConsoleCaller): boolean {
  const header = request.headers.get('new-api-user')?.trim() ?? ''
  return /^\d{1,16}$/.test(header) && Number(header) === caller.id
}

/**
 * Protects writes by cookie from pages of other sites. A browser sends the cookie with every request, but a page of
 * another origin cannot send the user header without permission, which is not given. Therefore the request must come
 * from our page, by the headers of the browser, or have the user header.
 */
function requireOwnPage(services: Services<'state'>, request: Request, caller: ConsoleCaller): void {
  if (caller.isByHeader) return
  const { ServerAddress } = services.state.current().options
  if (isSameOrigin(request, ServerAddress)) return
  if (namesCaller(request, caller) && !isForeignDocument(request, ServerAddress)) return
  throw new GatewayError('cross_site_request', { reason: explainForeign(request) })
}

function refuseForeignOrigin({ state }: Services<'state'>, request: Request): void {
  if (isForeignOrigin(request, state.current().options.ServerAddress))
    throw new GatewayError('cross_site_request', { reason: explainForeign(request) })
}
