import { readHeaderNav } from '@sluice/contract/nav-modules'
import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { statusQuery, storedStatus } from '../lib/queries.ts'
import { isAdmin, sessionUser } from '../lib/session.ts'
import { ownPath } from '../lib/sign-in.ts'

/** Until the system is set up there is only /setup; afterwards there is no /setup. */
export async function guardSetup(queryClient: QueryClient, pathname: string): Promise<void> {
  const status = await queryClient.ensureQueryData(statusQuery).catch((error: unknown) => {
    // A site seen before stays usable with what it said last; its own calls will tell what is wrong.
    const stored = storedStatus()
    if (stored === null) throw error
    return stored
  })
  if (!status.setup && pathname !== '/setup') throw redirect({ to: '/setup', replace: true })
  if (status.setup && pathname === '/setup') throw redirect({ to: '/', replace: true })
}

/** The page asked for is gone back to after the login. */
export function guardLogin({ location }: { location: { href: string } }): void {
  if (sessionUser() === null) throw redirect({ to: '/login', search: { next: location.href }, replace: true })
}

/** Whoever is signed in goes on to the page that was asked for, unless the login is to be proved or completed. */
export function guardGuest({ search }: { search: Record<string, unknown> }): void {
  if (sessionUser() === null || search.expired !== undefined || search.flow !== undefined) return
  const next = ownPath(String(search.next ?? ''), location.origin)
  throw next === null ? redirect({ to: '/token', replace: true }) : redirect({ href: next, replace: true })
}

/** Convenience only: the server checks each call. Others land on the page they can use. */
export function guardAdmin(context: { location: { href: string } }): void {
  guardLogin(context)
  if (!isAdmin(sessionUser())) throw redirect({ to: '/token', replace: true })
}

/** Where a binding comes back to: ordinary users have settings of their own. */
export function guardSetting(context: { location: { href: string } }): void {
  guardLogin(context)
  if (!isAdmin(sessionUser())) throw redirect({ to: '/personal', replace: true })
}

/** Prices may be for accounts alone; the server says so too. */
export function guardPricing(context: { location: { href: string } }): void {
  if (readHeaderNav(storedStatus()?.HeaderNavModules).pricing.requireAuth) guardLogin(context)
}
