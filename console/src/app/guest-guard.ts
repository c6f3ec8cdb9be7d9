import type { PageLocation } from '../lib/page-router.tsx'
import { stringifySearch } from '../lib/search-text.ts'
import { sessionUser } from '../lib/session.ts'
import type { Verdict } from './guest-router.ts'
import { isEntryOf, navEntries } from './navigation.ts'
import { queryClient } from './query-client.ts'
import { prepareAnnouncements } from './shell/running-banner.tsx'
import { arePricesClosed, loadSite } from './site.ts'

/** Pages for accounts that no menu names. */
const unlisted = ['/playground', '/chat2link']

/** Whether only accounts see the page at this path. */
export const isForAccounts = (pathname: string): boolean =>
  unlisted.includes(pathname) || navEntries.some((entry) => isEntryOf(entry, pathname))

/** After the login the user returns to the requested page. */
const loginFor = ({ href }: PageLocation): Verdict => ({ href: `/login${stringifySearch({ next: href })}` })

/** What a guest sees at an address: the guards of the console's router, for visitors without a session. */
export async function guardGuest(page: { hasPrices?: boolean } | null, location: PageLocation): Promise<Verdict> {
  if (sessionUser() !== null) return 'console'
  const status = await loadSite(queryClient)
  // The console leads to the set-up, and has the page for addresses of no page.
  if (!status.setup) return 'console'
  if (page === null) return isForAccounts(location.pathname) ? loginFor(location) : 'console'
  if (page.hasPrices === true && arePricesClosed()) return loginFor(location)
  await prepareAnnouncements(queryClient, status, location.pathname)
  return 'page'
}
