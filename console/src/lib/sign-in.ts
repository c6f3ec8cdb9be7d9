import type { LoginUser } from '@sluice/contract/user'
import type { NavigateFn } from '@tanstack/react-router'
import { api } from './api.ts'
import { startSession } from './session.ts'
import { readText, remove, writeText } from './storage.ts'

/** A path of the console, or null: an address from the query must never lead to another site. */
export function ownPath(text: string, origin: string): string | null {
  if (!text.startsWith('/') || !URL.canParse(text, origin)) return null
  const url = new URL(text, origin)
  // `/a/..//other.example` passes the first parse, but not the second.
  if (url.pathname.startsWith('//')) return null
  const isOwn = url.origin === origin && !['/login', '/register', '/reset'].includes(url.pathname)
  return isOwn ? `${url.pathname}${url.search}${url.hash}` : null
}

/** Stores the login and continues: to the requested page, otherwise to `home`. */
export async function finishLogin(
  user: LoginUser,
  navigate: NavigateFn,
  { next, home }: { next: string; home: '/token' | '/' },
): Promise<void> {
  startSession(user)
  remove('aff')
  const path = ownPath(next, location.origin)
  // The back button must lead to the page before the login, not to its form.
  if (path === null) await navigate({ to: home, replace: true })
  else await navigate({ href: path, replace: true })
}

/** The invite code of the link that was followed, kept until an account is created. */
export function rememberInviteCode(code: string): void {
  if (code !== '') writeText('aff', code.slice(0, 64))
}
export const rememberedInviteCode = (): string => readText('aff') ?? ''

/** Redirects to a provider. The server builds the address, because challenge and nonce are its own. */
export async function goToProvider(provider: 'github' | 'oidc' | 'linuxdo'): Promise<void> {
  const answer = await api.answer('GET /api/oauth/state', {
    query: { provider, aff: rememberedInviteCode() },
  })
  if (answer.authorization_url === undefined) throw new Error('no address to go to')
  location.assign(answer.authorization_url)
}

let registration: string | null = null

/** Keeps the flow of a registration for the login page, which takes it over. A reload forgets it. */
export function keepRegistration(flow: string | undefined): void {
  registration = flow ?? null
}
export const hasRegistration = (): boolean => registration !== null
/** Returns it once. */
export function takeRegistration(): string | null {
  const flow = registration
  registration = null
  return flow
}
