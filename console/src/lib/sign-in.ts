import type { LoginUser } from '@sluice/contract/user'
import type { NavigateFn } from '@tanstack/react-router'
import { api } from './api.ts'
import { startSession } from './session.ts'
import { readText, remove, writeText } from './storage.ts'

/** A page of ours, or null: an address from the query must never lead elsewhere. */
export function ownPath(text: string, origin: string): string | null {
  if (!text.startsWith('/') || !URL.canParse(text, origin)) return null
  const url = new URL(text, origin)
  // `/a/..//other.example` is ours until it is read a second time.
  if (url.pathname.startsWith('//')) return null
  const isOwn = url.origin === origin && !['/login', '/register', '/reset'].includes(url.pathname)
  return isOwn ? `${url.pathname}${url.search}${url.hash}` : null
}

/** Remembers the login and goes on: to the page that was asked for, else to `home`. */
export async function finishLogin(
  user: LoginUser,
  navigate: NavigateFn,
  { next, home }: { next: string; home: '/token' | '/' },
): Promise<void> {
  startSession(user)
  remove('aff')
  const path = ownPath(next, location.origin)
  // The way back leads to where one was before the login, not to its form.
  if (path === null) await navigate({ to: home, replace: true })
  else await navigate({ href: path, replace: true })
}

/** The invite code of the link somebody came by, kept until an account is made. */
export function rememberInviteCode(code: string): void {
  if (code !== '') writeText('aff', code.slice(0, 64))
}
export const rememberedInviteCode = (): string => readText('aff') ?? ''

/** Leaves for a provider. The server builds the address: challenge and nonce are its own. */
export async function goToProvider(provider: 'github' | 'oidc' | 'linuxdo'): Promise<void> {
  const answer = await api.answer('GET /api/oauth/state', {
    query: { provider, aff: rememberedInviteCode() },
  })
  if (answer.authorization_url === undefined) throw new Error('no address to go to')
  location.assign(answer.authorization_url)
}
