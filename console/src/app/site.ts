import { readHeaderNav } from '@sluice/contract/nav-modules'
import type { SystemStatus } from '@sluice/contract/status'
import type { QueryClient } from '@tanstack/react-query'
import { statusQuery, storedStatus } from '../lib/queries.ts'

/** What every page begins with: the status of the site. */
export async function loadSite(queryClient: QueryClient): Promise<SystemStatus> {
  return await queryClient.ensureQueryData(statusQuery).catch((error: unknown) => {
    // A known site stays usable with its last status; the calls of its pages report their own failures.
    const stored = storedStatus()
    if (stored === null) throw error
    return stored
  })
}

/** Whether the prices are for accounts alone. The server enforces it too. */
export const arePricesClosed = (): boolean => readHeaderNav(storedStatus()?.HeaderNavModules).pricing.requireAuth
