import { parseOutboundAllow } from '../../platform/outbound/address-policy.ts'
import { createGuardedFetch } from '../../platform/outbound/guarded-fetch.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { createUpdateCheck, releaseLimits } from './check-update.ts'
import { shownStatusPages } from './content-status.ts'
import { createDatabaseProbe } from './probe-database.ts'
import { createStatusReader } from './read-status.ts'
import { createUptimeReader, statusPageLimits } from './read-uptime.ts'

/** The texts of the operator that have a route of their own. */
type SiteText = 'Notice' | 'About' | 'HomePageContent' | 'legal.user_agreement' | 'legal.privacy_policy'

/** The state of the site and its texts, the newest release, and the operator's status pages. */
export function createStatusService(deps: AdminDependencies) {
  const { config, clock, state, version } = deps
  const exceptions = parseOutboundAllow(config.OUTBOUND_ALLOW)
  const readUptime = createUptimeReader({
    clock,
    fetchGuarded: createGuardedFetch({ exceptions, ...statusPageLimits }),
  })

  return {
    read: createStatusReader(deps),
    requireDatabase: createDatabaseProbe(deps),
    checkUpdate: createUpdateCheck({
      clock,
      version,
      releasesUrl: config.RELEASES_URL,
      fetchGuarded: createGuardedFetch({ exceptions, ...releaseLimits }),
    }),
    readText: (key: SiteText): string => state.current().options[key],
    readUptime: () => readUptime(shownStatusPages(state.current().options)),
  }
}
