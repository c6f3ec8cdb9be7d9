import { GatewayError } from '../../core/errors.ts'
import { parseOutboundAllow } from '../../platform/outbound/address-policy.ts'
import { createGuardedFetch } from '../../platform/outbound/guarded-fetch.ts'
import { isSetUp } from '../../store/setups.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { buildStatus } from './build-status.ts'
import { createUpdateCheck, releaseLimits } from './check-update.ts'
import { shownStatusPages } from './content-status.ts'
import { createUptimeReader, statusPageLimits } from './read-uptime.ts'

export function mountStatusRoutes(api: AdminApi, deps: AdminDependencies): void {
  const options = () => deps.state.current().options
  // Set-up is never undone, so a yes is remembered.
  let isDone = false

  api.route('GET /api/status', async () => {
    isDone ||= await isSetUp(deps.db)
    const facts = { ...deps, isSetUp: isDone, canSendMail: deps.mailer.isConfigured() }
    return { data: buildStatus(options(), facts) }
  })
  api.route('GET /api/notice', () => ({
    data: options().Notice,
  }))
  api.route('GET /api/about', () => ({
    data: options().About,
  }))
  api.route('GET /api/home_page_content', () => ({
    data: options().HomePageContent,
  }))
  api.route('GET /api/user-agreement', () => ({
    data: options()['legal.user_agreement'],
  }))
  api.route('GET /api/privacy-policy', () => ({
    data: options()['legal.privacy_policy'],
  }))

  mountProbe(api, deps)

  const { config, clock, version } = deps
  const exceptions = parseOutboundAllow(config.OUTBOUND_ALLOW)
  const checkUpdate = createUpdateCheck({
    ...{ clock, version, releasesUrl: config.RELEASES_URL },
    fetchGuarded: createGuardedFetch({ exceptions, ...releaseLimits }),
  })
  api.route('GET /api/status/update', async () => ({ data: await checkUpdate() }))

  const readUptime = createUptimeReader({
    clock,
    fetchGuarded: createGuardedFetch({ exceptions, ...statusPageLimits }),
  })
  api.route('GET /api/uptime/status', async () => ({ data: await readUptime(shownStatusPages(options())) }))
}

const probeEveryMs = 10_000

/** Whether the database answers, checked at most once in ten seconds. */
function mountProbe(api: AdminApi, { clock, isDatabaseReachable }: AdminDependencies): void {
  let probe: { at: number; isReachable: Promise<boolean> } | null = null
  api.route('GET /api/status/test', async () => {
    const now = clock.monotonic()
    if (probe === null || now - probe.at >= probeEveryMs)
      probe = { at: now, isReachable: isDatabaseReachable() }
    if (!(await probe.isReachable))
      throw new GatewayError('storage_unavailable', {}, { retryAfterSeconds: 5 })
    return { message: 'Server is running' }
  })
}
