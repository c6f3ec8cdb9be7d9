import { parseOutboundAllow } from '../../platform/outbound/address-policy.ts'
import { createGuardedFetch } from '../../platform/outbound/guarded-fetch.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { createUpdateCheck, releaseLimits } from './check-update.ts'
import { shownStatusPages } from './content-status.ts'
import { createDatabaseProbe } from './probe-database.ts'
import { createStatusReader } from './read-status.ts'
import { createUptimeReader, statusPageLimits } from './read-uptime.ts'

export function mountStatusRoutes(api: AdminApi, deps: AdminDependencies): void {
  const options = () => deps.state.current().options
  const readStatus = createStatusReader(deps)
  api.route('GET /api/status', async () => ({ data: await readStatus() }))
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

  const requireDatabase = createDatabaseProbe(deps)
  api.route('GET /api/status/test', async () => {
    await requireDatabase()
    return { message: 'Server is running' }
  })

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
