import type { SystemStatus } from '@sluice/contract/status'
import { GatewayError } from '../../core/errors.ts'
import { parseOutboundAllow } from '../../platform/outbound/address-policy.ts'
import { createGuardedFetch } from '../../platform/outbound/guarded-fetch.ts'
import { isSetUp } from '../../store/setups.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { buildStatus } from './build-status.ts'
import { createUpdateCheck, releaseLimits } from './check-update.ts'
import { shownStatusPages } from './content-status.ts'
import { createUptimeReader, statusPageLimits } from './read-uptime.ts'

/** The texts of the operator that have a route of their own. */
type SiteText = 'Notice' | 'About' | 'HomePageContent' | 'legal.user_agreement' | 'legal.privacy_policy'

/** The state of the site and its texts, the newest release, and the operator's status pages. */
export function createStatusService(deps: AdminDependencies) {
  const { config, clock, state } = deps
  const exceptions = parseOutboundAllow(config.OUTBOUND_ALLOW)
  const readUptime = createUptimeReader(createGuardedFetch({ exceptions, ...statusPageLimits }), clock)

  return {
    read: createStatusReader(deps),
    requireDatabase: createDatabaseProbe(deps),
    checkUpdate: createUpdateCheck(deps, createGuardedFetch({ exceptions, ...releaseLimits })),
    readText: (key: SiteText): string => state.current().options[key],
    readUptime: () => readUptime(shownStatusPages(state.current().options)),
  }
}

const probeEveryMs = 10_000

/** Whether the database answers, checked at most once in ten seconds. Throws storage_unavailable. */
function createDatabaseProbe({
  clock,
  isDatabaseReachable,
}: Pick<AdminDependencies, 'clock' | 'isDatabaseReachable'>): () => Promise<void> {
  let probe: { at: number; isReachable: Promise<boolean> } | null = null
  return async () => {
    const now = clock.monotonic()
    if (probe === null || now - probe.at >= probeEveryMs) probe = { at: now, isReachable: isDatabaseReachable() }
    if (!(await probe.isReachable)) throw new GatewayError('storage_unavailable', {}, { retryAfterSeconds: 5 })
  }
}

/** Reads the public status of the site. */
function createStatusReader(deps: AdminDependencies): () => Promise<SystemStatus> {
  // Set-up is never undone, so the result true is cached.
  let isDone = false
  return async () => {
    isDone ||= await isSetUp(deps.db)
    const facts = { ...deps, isSetUp: isDone, canSendMail: deps.mailer.isConfigured() }
    return buildStatus(deps.state.current().options, facts)
  }
}
