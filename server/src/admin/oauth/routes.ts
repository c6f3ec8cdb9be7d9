import { type BoundProvider, oauthProviderIds } from '@sluice/contract/routes/oauth'
import { GatewayError } from '../../core/errors.ts'
import type { Caller } from '../../identity/caller.ts'
import { readFlowCookie } from '../../identity/flow-cookie.ts'
import type { OAuthProviderId } from '../../identity/oauth/identity-provider.ts'
import { verifyTelegram } from '../../identity/oauth/telegram.ts'
import { identifyWeChat } from '../../identity/oauth/wechat.ts'
import { requireRecentSignIn } from '../../identity/require-owner.ts'
import { waysIn } from '../../identity/ways-in.ts'
import { findUserByIdentity, unbindIdentity } from '../../store/outside-identities.ts'
import { type IdentityColumn, removeWayIn } from '../../store/ways-in.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { finishSignIn, type SignInAnswer, type SignInRequest } from '../finish-sign-in.ts'
import { beginSignIn } from './begin-sign-in.ts'
import { bindAccount, completeSignIn, signInOutside } from './complete-sign-in.ts'

export function mountOAuthRoutes(api: AdminApi, deps: AdminDependencies): void {
  api.route('GET /api/oauth/state', async ({ query, caller, ...request }) => {
    const wish = { provider: query.provider ?? null, inviteCode: query.aff }
    const { state, authorizationUrl } = await beginSignIn(deps, caller, wish, request)
    return { data: state, ...(authorizationUrl !== undefined && { authorization_url: authorizationUrl }) }
  })
  const callback = (provider: OAuthProviderId) =>
    api.route(`GET /api/oauth/${provider}`, async ({ query, caller, ...request }) => {
      if (query.error !== undefined)
        throw new GatewayError('sign_in_failed', {
          provider,
          reason: query.error_description ?? query.error,
        })
      return await completeSignIn(deps, caller, { provider, code: query.code, state: query.state }, request)
    })
  for (const provider of oauthProviderIds) callback(provider)
  mountWeChatRoutes(api, deps)
  mountTelegramRoutes(api, deps)
  mountUnbindRoute(api, deps)
}

function mountWeChatRoutes(api: AdminApi, deps: AdminDependencies): void {
  const wechat = { provider: 'WeChat', column: 'wechat_id' } as const
  const identify = async (code: string) => {
    const { options } = deps.state.current()
    if (!options.WeChatAuthEnabled) throw new GatewayError('sign_in_disabled', { provider: 'WeChat' })
    const subject = await identifyWeChat(deps.outboundRequest, options, code)
    // Longer than the validity of a code at its server, which may issue the same code again afterwards.
    if (!(await deps.signInFlows.noteUsed(`wechat ${code}`, deps.clock.now() + wechatCodeMs)))
      throw new GatewayError('verification_code_invalid')
    return subject
  }

  api.route('GET /api/oauth/wechat', async ({ query, ...request }) => {
    const account = { ...wechat, subject: await identify(query.code), ...nobodyKnown }
    return await signInOutside(deps, account, { inviteCode: query.aff, request })
  })
  const bind = async ({ query, caller }: { query: { code: string }; caller: Caller }) => {
    requireRecentSignIn(deps, caller)
    await bindAccount(deps, caller.id, { ...wechat, subject: await identify(query.code) })
    return {}
  }
  api.route('GET /api/oauth/wechat/bind', bind)
  api.route('POST /api/oauth/wechat/bind', ({ body, caller }) => bind({ query: body, caller }))
}

const wechatCodeMs = 10 * 60_000

/** A code or a widget provides neither name nor address. */
const nobodyKnown = { formerSubject: null, displayName: '', email: null }

function mountTelegramRoutes(api: AdminApi, deps: AdminDependencies): void {
  const telegram = { provider: 'Telegram', column: 'telegram_id' } as const
  /** The account behind what the widget sent. Each proof counts once. */
  const identify = async (fields: Record<string, string>): Promise<string> => {
    const { options } = deps.state.current()
    if (!options.TelegramOAuthEnabled) throw new GatewayError('sign_in_disabled', { provider: 'Telegram' })
    const proof = verifyTelegram(fields, options.TelegramBotToken, deps.clock.now())
    if (!proof || !(await deps.signInFlows.noteUsed(proof.hash, proof.expiresAt)))
      throw new GatewayError('sign_in_state_invalid')
    return proof.id
  }
  const signIn = async (fields: Record<string, string>, request: SignInRequest): Promise<SignInAnswer> => {
    const user = await findUserByIdentity(deps.db, telegram.column, await identify(fields))
    if (!user) throw new GatewayError('identity_not_bound', { provider: 'Telegram' })
    return await finishSignIn(deps, user, request)
  }
  const bind = async (fields: Record<string, string>, caller: Caller) =>
    await bindAccount(deps, caller.id, { ...telegram, subject: await identify(fields) })

  api.route('GET /api/oauth/telegram/login', ({ query, ...request }) => signIn(query, request))
  api.route('POST /api/oauth/telegram/login', ({ body, ...request }) => signIn(body, request))
  api.route('POST /api/oauth/telegram/bind', async ({ body, caller }) => {
    requireRecentSignIn(deps, caller)
    await bind(body, caller)
    return {}
  })
  // The widget's own way: a navigation that cannot carry the user header. A link in a text on a page of the site is one
  // too, so it must have a state that this browser and account requested.
  api.route('GET /api/oauth/telegram/bind', async ({ query: { state = '', ...fields }, caller, raw }) => {
    if (!caller) throw new GatewayError('not_logged_in')
    const browser = readFlowCookie(raw)
    const flow = browser === null ? null : await deps.signInFlows.take('oauth', state, browser)
    if (flow?.userId !== caller.id || flow.data.provider !== null)
      throw new GatewayError('sign_in_state_invalid')
    await bind(fields as typeof fields & Record<string, string>, caller)
    return new Response(null, { status: 302, headers: { location: '/setting' } })
  })
}

const columnOf = {
  github: 'github_id',
  oidc: 'oidc_id',
  linuxdo: 'linux_do_id',
  wechat: 'wechat_id',
  telegram: 'telegram_id',
} as const satisfies Record<BoundProvider, IdentityColumn>

function mountUnbindRoute(api: AdminApi, deps: AdminDependencies): void {
  api.route('DELETE /api/oauth/:provider/bind', async ({ params, caller }) => {
    const account = { userId: caller.id, ways: waysIn(deps.state.current().options) }
    const unbind = (trx: AdminDependencies['db']) => unbindIdentity(trx, caller.id, columnOf[params.provider])
    if ((await removeWayIn(deps.db, account, unbind)) !== 'removed') throw new GatewayError('only_way_in')
    return {}
  })
}
