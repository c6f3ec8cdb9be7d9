import { buildSessionCookie } from '../../identity/session-cookie.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { createAccessToken, deleteSelf, readSelf, readView } from './service.ts'
import { endOtherSessions, endSession, listSessions, listUserSessions } from './sessions.ts'
import { writeSelf } from './write-self.ts'
import { writeSetting } from './write-setting.ts'

export function mountSelfRoutes(api: AdminApi, deps: AdminDependencies): void {
  api.route('GET /api/user/self', async ({ caller }) => ({
    data: await readSelf(deps, caller),
  }))
  api.route('GET /api/user/self/view', ({ caller }) => ({ data: readView(caller) }))
  api.route('PUT /api/user/self', async ({ body, ...request }) => {
    const grant = await writeSelf(deps, body, request)
    return grant === null ? {} : { data: grant }
  })
  api.route('DELETE /api/user/self', async ({ caller, audit, isHttps, setHeader }) => {
    await deleteSelf(deps, caller, audit)
    setHeader('set-cookie', buildSessionCookie('', { isHttps, maxAgeSeconds: 0 }))
    return {}
  })
  api.route('PUT /api/user/setting', async ({ caller, body }) => {
    await writeSetting(deps, caller.id, body)
    return {}
  })
  mountSessionListRoutes(api, deps)

  for (const key of ['GET /api/user/token', 'POST /api/user/token'] as const)
    api.route(key, async ({ caller }) => ({ data: await createAccessToken(deps, caller) }))
}

function mountSessionListRoutes(api: AdminApi, deps: AdminDependencies): void {
  api.route('GET /api/user/self/sessions', async ({ caller }) => ({ data: await listSessions(deps, caller) }))
  api.route('DELETE /api/user/self/sessions', async ({ caller }) => {
    await endOtherSessions(deps, caller)
    return {}
  })
  api.route('DELETE /api/user/self/sessions/:id', async ({ caller, params }) => {
    await endSession(deps, caller, params.id)
    return {}
  })
  mountUserSessionRoutes(api, deps)
}

/** The same under the addresses and in the form of newer clients. */
function mountUserSessionRoutes(api: AdminApi, deps: AdminDependencies): void {
  api.route('GET /api/user/sessions', async ({ caller }) => ({
    data: await listUserSessions(deps, caller),
  }))
  api.route('DELETE /api/user/sessions/:sid', async ({ caller, params: { sid } }) => {
    await endSession(deps, caller, sid)
    return { data: { revoked_sid: sid, current: sid === caller.sessionHash } }
  })
  api.route('POST /api/user/sessions/revoke-others', async ({ caller }) => ({
    data: { revoked_count: await endOtherSessions(deps, caller) },
  }))
}
