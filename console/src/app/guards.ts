import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { isAdmin, sessionUser } from '../lib/session.ts'
import { ownPath } from '../lib/sign-in.ts'
import { prepareAnnouncements } from './shell/running-banner.tsx'
import { arePricesClosed, loadSite } from './site.ts'

/** Before the set-up there is only /setup; afterwards there is no /setup. */
export async function guardSetup(queryClient: QueryClient, pathname: string): Promise<void> {
  const status = await loadSite(queryClient)
  if (!status.setup && pathname !== '/setup') throw redirect({ to: '/setup', replace: true })
  if (status.setup && pathname === '/setup') throw redirect({ to: '/', replace: true })
  await prepareAnnouncements(queryClient, status, pathname)
}

/** After the login the user returns to the requested page. */
export function guardLogin({ location }: { location: { href: string } }): void {
  if (sessionUser() === null) throw redirect({ to: '/login', search: { next: location.href }, replace: true })
}

/** A signed-in user continues to the requested page, unless the login has to be confirmed or completed. */
export function redirectSignedIn({ search }: { search: Record<string, unknown> }): void {
  if (sessionUser() === null || search.expired !== undefined || search.flow !== undefined) return
  const next = ownPath(String(search.next ?? ''), location.origin)
  throw next === null ? redirect({ to: '/token', replace: true }) : redirect({ href: next, replace: true })
}

/** Convenience only, because the server checks each call. Others are redirected to a page they can use. */
export function guardAdmin(context: { location: { href: string } }): void {
  guardLogin(context)
  if (!isAdmin(sessionUser())) throw redirect({ to: '/token', replace: true })
}

/** The accounts are for administrators; everyone edits the own one at its address. */
export function guardUsers(context: { location: { href: string; pathname: string } }): void {
  if (context.location.pathname === '/user/edit') guardLogin(context)
  else guardAdmin(context)
}

/** Where a binding returns to: ordinary users have their own settings page. */
export function guardSetting(context: { location: { href: string } }): void {
  guardLogin(context)
  if (!isAdmin(sessionUser())) throw redirect({ to: '/personal', replace: true })
}

/** Prices may be restricted to accounts, which the server enforces too. */
export function guardPricing(context: { location: { href: string } }): void {
  if (arePricesClosed()) guardLogin(context)
}
