import { oauthProviderIds } from '@sluice/contract/routes/oauth'
import { toSeconds } from '../../core/to-seconds.ts'
import type { ConsoleCaller } from '../../identity/console-caller.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { beginSignIn, buildCallbackUrl } from './begin-sign-in.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { createTelegramSignIn } from './telegram-sign-in.ts'
import { tryProvider } from './try-provider.ts'
import { unbindAccount } from './unbind-account.ts'
import { createWeChatSignIn } from './wechat-sign-in.ts'

export function mountOAuthRoutes(api: AdminApi, deps: AdminDependencies): void {
  api.route('GET /api/oauth/state', async ({ query, caller, ...request }) => {
    const options = { provider: query.provider ?? null, inviteCode: query.aff }
    const { state, authorizationUrl } = await beginSignIn(deps, caller, options, request)
    return { data: state, ...(authorizationUrl !== undefined && { authorization_url: authorizationUrl }) }
  })
  api.route('POST /api/oauth/state', async ({ body, caller, ...request }) => {
    const { provider, intent, aff: inviteCode } = body
    const options = { provider, intent, inviteCode, buildsAddress: true } as const
    const { state, expiresAt } = await beginSignIn(deps, caller, options, request)
    return { data: { flow_token: state, expires_at: toSeconds(expiresAt) } }
  })
  api.route('POST /api/option/try_provider', async ({ body: { provider }, ...request }) => ({
    data: await tryProvider(deps, provider, (of) => buildCallbackUrl(deps, of, request)),
  }))
  for (const provider of oauthProviderIds)
    api.route(`GET /api/oauth/${provider}`, ({ query, caller, ...request }) =>
      completeSignIn(deps, caller, { provider, ...query }, request),
    )
  mountWeChatRoutes(api, deps)
  mountTelegramRoutes(api, deps)
  api.route('DELETE /api/oauth/:provider/bind', async ({ params, caller }) => {
    await unbindAccount(deps, caller.id, params.provider)
    return {}
  })
}

function mountWeChatRoutes(api: AdminApi, deps: AdminDependencies): void {
  const wechat = createWeChatSignIn(deps)
  const bind = async (code: string, caller: ConsoleCaller) => {
    await wechat.bind(code, caller)
    return {}
  }
  api.route('GET /api/oauth/wechat', ({ query, ...request }) => wechat.signIn(query.code, query.aff, request))
  api.route('GET /api/oauth/wechat/bind', ({ query, caller }) => bind(query.code, caller))
  api.route('POST /api/oauth/wechat/bind', ({ body, caller }) => bind(body.code, caller))
}

function mountTelegramRoutes(api: AdminApi, deps: AdminDependencies): void {
  const telegram = createTelegramSignIn(deps)
  api.route('GET /api/oauth/telegram/login', ({ query, ...request }) => telegram.signIn(query, request))
  api.route('POST /api/oauth/telegram/login', ({ body, ...request }) => telegram.signIn(body, request))
  api.route('POST /api/oauth/telegram/bind', async ({ body, caller }) => {
    await telegram.bind(body, caller)
    return {}
  })
  api.route('GET /api/oauth/telegram/bind', async ({ query: { state = '', ...fields }, caller, raw }) => {
    await telegram.bindByNavigation({ ...fields, state }, caller, raw)
    return new Response(null, { status: 302, headers: { location: '/setting' } })
  })
}
