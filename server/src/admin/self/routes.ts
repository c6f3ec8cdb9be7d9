import type { ConsoleCaller } from '../../identity/console-caller.ts'
import { requireOwnerNow } from '../../identity/require-owner.ts'
import { buildSessionCookie } from '../../identity/session-cookie.ts'
import type { AdminApi } from '../admin-api.ts'
import { buildGrant } from '../build-grant.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { changedSetting } from './changed-setting.ts'
import { createAccessToken, deleteSelf, readSelf, renewKnownDevice, updateSelf } from './service.ts'
import { endSession, listSessions, listUserSessions } from './sessions.ts'
import { writeSetting } from './write-setting.ts'

export function mountSelfRoutes(api: AdminApi, deps: AdminDependencies): void {
  api.route('GET /api/user/self', async ({ caller }) => ({
    data: await readSelf(deps, caller.id),
  }))
  api.route('PUT /api/user/self', async ({ caller, body, ip, raw, isHttps, setHeader }) => {
    const setting = await changedSetting(deps, caller.id, body)
    if (setting !== null) {
      await writeSetting(deps, caller.id, setting)
      return {}
    }
    await updateSelf(deps, { caller, ip }, body)
    const cookie = body.password ? await renewKnownDevice(deps, caller, { raw, isHttps }) : null
    if (cookie === null) return {}
    setHeader('set-cookie', cookie)
    return { data: await buildGrant(deps, caller) }
  })
  api.route('DELETE /api/user/self', async ({ caller, audit, isHttps, setHeader }) => {
    requireOwnerNow(deps, caller)
    await deleteSelf(deps, caller, audit)
    setHeader('set-cookie', buildSessionCookie('', { isHttps, maxAgeSeconds: 0 }))
    return {}
  })
  api.route('PUT /api/user/setting', async ({ caller, body }) => {
    await writeSetting(deps, caller.id, body)
    return {}
  })
  mountSessionListRoutes(api, deps)

  const newToken = async ({ caller }: { caller: ConsoleCaller }) => {
    requireOwnerNow(deps, caller)
    return { data: await createAccessToken(deps, caller.id) }
  }
  api.route('GET /api/user/token', newToken)
  api.route('POST /api/user/token', newToken)
}

function mountSessionListRoutes(api: AdminApi, deps: AdminDependencies): void {
  api.route('GET /api/user/self/sessions', async ({ caller }) => ({ data: await listSessions(deps, caller) }))
  api.route('DELETE /api/user/self/sessions', async ({ caller }) => {
    await deps.sessions.endAllOf(caller.id, caller.sessionHash)
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
  api.route('POST /api/user/sessions/revoke-others', async ({ caller }) => {
    const others = (await listSessions(deps, caller)).filter(({ current }) => !current)
    await deps.sessions.endAllOf(caller.id, caller.sessionHash)
    return { data: { revoked_count: others.length } }
  })
}
