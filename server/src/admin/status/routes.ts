import { uptimeStatus } from '@sluice/contract/site-content'
import { systemStatus, updateStatus } from '@sluice/contract/status'
import { z } from 'zod'
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

  api.route(
    'GET /api/status',
    { summary: 'What anyone may know about the site', data: systemStatus },
    async () => {
      isDone ||= await isSetUp(deps.db)
      const facts = { ...deps, isSetUp: isDone, canSendMail: deps.mailer.isConfigured() }
      return { data: buildStatus(options(), facts) }
    },
  )
  api.route('GET /api/notice', { summary: 'Announcement', data: z.string() }, () => ({
    data: options().Notice,
  }))
  api.route('GET /api/about', { summary: 'Content of the about page', data: z.string() }, () => ({
    data: options().About,
  }))
  api.route('GET /api/home_page_content', { summary: 'Content of the home page', data: z.string() }, () => ({
    data: options().HomePageContent,
  }))
  api.route('GET /api/user-agreement', { summary: 'User agreement', data: z.string() }, () => ({
    data: options()['legal.user_agreement'],
  }))
  api.route('GET /api/privacy-policy', { summary: 'Privacy policy', data: z.string() }, () => ({
    data: options()['legal.privacy_policy'],
  }))

  mountProbe(api, deps)

  const { config, clock, version } = deps
  const exceptions = parseOutboundAllow(config.OUTBOUND_ALLOW)
  const checkUpdate = createUpdateCheck({
    ...{ clock, version, releasesUrl: config.RELEASES_URL },
    fetchGuarded: createGuardedFetch({ exceptions, ...releaseLimits }),
  })
  api.route(
    'GET /api/status/update',
    { summary: 'The newest release beside the one that runs', data: updateStatus },
    async () => ({ data: await checkUpdate() }),
  )

  const readUptime = createUptimeReader({
    clock,
    fetchGuarded: createGuardedFetch({ exceptions, ...statusPageLimits }),
  })
  api.route(
    'GET /api/uptime/status',
    { summary: 'Monitors of the status pages of Uptime Kuma that the operator shows', data: uptimeStatus },
    async () => ({ data: await readUptime(shownStatusPages(options())) }),
  )
}

const probeEveryMs = 10_000

/** Whether the database answers, asked once in ten seconds whoever wants to know. */
function mountProbe(api: AdminApi, { clock, isDatabaseReachable }: AdminDependencies): void {
  let probe: { at: number; isReachable: Promise<boolean> } | null = null
  api.route('GET /api/status/test', { summary: 'Whether the server and its database run' }, async () => {
    const now = clock.monotonic()
    if (probe === null || now - probe.at >= probeEveryMs)
      probe = { at: now, isReachable: isDatabaseReachable() }
    if (!(await probe.isReachable))
      throw new GatewayError('storage_unavailable', {}, { retryAfterSeconds: 5 })
    return { message: 'Server is running' }
  })
}
