import type { Redis } from 'ioredis'
import type { AdminRouter } from './admin/admin-api.ts'
import { buildUnknownPathAnswer } from './admin/error-answer.ts'
import { refuse } from './identity/login-limits.ts'
import { networkOf } from './platform/client-address.ts'
import type { Config } from './platform/config.ts'
import { createLimiter } from './platform/limiter.ts'
import { contentSecurityPolicy } from './platform/security-headers.ts'
import { buildFileAnswer, indexStaticFiles } from './platform/static-files.ts'
import type { State } from './state/snapshot.ts'

export interface ConsoleDependencies {
  config: Config
  state: State
  consoleDir: string
  redis?: Redis | undefined
}

/** Paths that are never pages of the console. */
const ownPaths = /^\/(v1|api|assets)(\/|$)/

/** Serves the built console: its files, and its one page for every other path. */
export function mountConsole(router: AdminRouter, deps: ConsoleDependencies): void {
  const files = indexStaticFiles(deps.consoleDir)
  const limit = createLimiter({
    name: 'web',
    limit: deps.config.GLOBAL_WEB_RATE_LIMIT_ENABLE ? deps.config.GLOBAL_WEB_RATE_LIMIT : 0,
    windowSeconds: deps.config.GLOBAL_WEB_RATE_LIMIT_DURATION,
    redis: deps.redis,
  })

  router.on('GET', '*', async (c) => {
    const path = c.req.path
    const file = files.get(path)
    // Named after their content, so kept by the browser and not counted as visits.
    if (file && path.startsWith('/assets/'))
      return buildFileAnswer(c.req.raw, file, 'public, max-age=31536000, immutable')
    if (ownPaths.test(path)) return buildUnknownPathAnswer(c.req.method, new URL(c.req.url).pathname)
    refuse(await limit.take(networkOf(c.env.ip)))
    if (file && path !== '/index.html') return buildFileAnswer(c.req.raw, file, 'public, max-age=604800')
    const page = files.get('/index.html')
    if (!page) return c.text('The console is not built. Run: npm run build\n', 503)
    const answer = buildFileAnswer(c.req.raw, page, 'no-cache')
    answer.headers.set('content-security-policy', contentSecurityPolicy(deps.state.current().options.Logo))
    return answer
  })
}
