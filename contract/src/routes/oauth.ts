import { z } from 'zod'
import { route } from '../route.ts'
import { signInAnswer, signInFlow } from '../session.ts'

/** Providers that return the browser with a code. */
export const oauthProviderIds = ['github', 'oidc', 'linuxdo'] as const
const boundProviders = [...oauthProviderIds, 'wechat', 'telegram'] as const
export type BoundProvider = (typeof boundProviders)[number]

/** Providers whose saved keys can be tried before the provider is switched on. */
export const triedProviders = [...oauthProviderIds, 'wechat', 'telegram'] as const
export type TriedProvider = (typeof triedProviders)[number]

const trialOutcomes = ['accepted', 'refused', 'unclear', 'unreachable', 'incomplete'] as const
const providerTrial = z.object({
  outcome: z.enum(trialOutcomes),
  /** What the provider answered; '' = nothing. */
  detail: z.string(),
})
export type ProviderTrial = z.infer<typeof providerTrial>

const stateQuery = z.object({
  aff: z.string().max(64).default(''),
  provider: z.enum(oauthProviderIds).optional(),
})
const stateRequest = z.object({
  provider: z.enum(oauthProviderIds),
  intent: z.enum(['login', 'bind']).default('login'),
  aff: stateQuery.shape.aff,
})
const codeQuery = z.object({ code: z.string().trim().min(1).max(128) })
const wechatQuery = codeQuery.extend({ aff: stateQuery.shape.aff })
const widgetText = z.coerce.string().max(2_048).meta({ type: 'string' })
/** The signature covers the widget's additional fields too. */
const widgetFields = z.object({ id: widgetText, auth_date: widgetText, hash: widgetText }).catchall(widgetText)
const callback = {
  access: 'session',
  critical: true,
  effect: true,
  summary: 'Callback of a provider; finishes a login or a binding',
  query: z.object({
    code: z.string().max(4_096).default(''),
    state: z.string().max(128).default(''),
    error: z.string().max(256).optional(),
    error_description: z.string().max(1_024).optional(),
  }),
  /** Absent after a binding. */
  data: signInAnswer.optional(),
  beside: signInFlow,
  errors: [
    'account_banned',
    'email_alias_not_allowed',
    'email_domain_not_allowed',
    'identity_taken',
    'not_logged_in',
    'register_disabled',
    'sign_in_disabled',
    'sign_in_failed',
    'sign_in_state_invalid',
    'username_taken',
  ],
} as const

export const oauthRoutes = {
  'POST /api/option/try_provider': route({
    access: 'root',
    summary: 'Asks a sign-in provider whether it knows the saved keys, whether it is switched on or not',
    body: z.object({ provider: z.enum(triedProviders) }),
    data: providerTrial,
  }),
  'GET /api/oauth/state': route({
    access: 'session',
    critical: true,
    effect: true,
    summary: 'Starts a login at a provider, or a binding',
    query: stateQuery,
    data: z.string(),
    /** Where to send the browser; absent if the client did not name the provider. */
    beside: z.object({ authorization_url: z.string().optional() }),
    errors: ['sign_in_again', 'sign_in_disabled', 'sign_in_failed'],
  }),
  'POST /api/oauth/state': route({
    access: 'session',
    critical: true,
    summary: 'Starts a login or a binding for a client that builds the address of the provider itself',
    body: stateRequest,
    data: z.object({
      /** The `state` of the address. */
      flow_token: z.string(),
      /** Seconds. */
      expires_at: z.number(),
    }),
    errors: ['not_logged_in', 'sign_in_again', 'sign_in_disabled'],
  }),
  'GET /api/oauth/github': route(callback),
  'GET /api/oauth/oidc': route(callback),
  'GET /api/oauth/linuxdo': route(callback),
  'GET /api/oauth/wechat': route({
    access: 'public',
    critical: true,
    effect: true,
    summary: 'Logs in with a code of the official account',
    query: wechatQuery,
    data: signInAnswer,
    beside: signInFlow,
    errors: [
      'account_banned',
      'email_alias_not_allowed',
      'email_domain_not_allowed',
      'identity_taken',
      'register_disabled',
      'sign_in_disabled',
      'sign_in_failed',
      'sign_in_state_invalid',
      'username_taken',
      'verification_code_invalid',
    ],
  }),
  'GET /api/oauth/wechat/bind': route({
    access: 'user',
    critical: true,
    effect: true,
    summary: 'Binds a WeChat account',
    query: codeQuery,
    errors: ['identity_taken', 'sign_in_again', 'sign_in_disabled', 'sign_in_failed', 'verification_code_invalid'],
  }),
  'POST /api/oauth/wechat/bind': route({
    access: 'user',
    critical: true,
    summary: 'Binds a WeChat account',
    body: codeQuery,
    errors: ['identity_taken', 'sign_in_again', 'sign_in_disabled', 'sign_in_failed', 'verification_code_invalid'],
  }),
  'GET /api/oauth/telegram/login': route({
    access: 'public',
    critical: true,
    effect: true,
    summary: 'Logs in with the Telegram widget',
    data: signInAnswer,
    beside: signInFlow,
    query: widgetFields,
    errors: ['account_banned', 'identity_not_bound', 'sign_in_disabled', 'sign_in_state_invalid'],
  }),
  'POST /api/oauth/telegram/login': route({
    access: 'public',
    critical: true,
    summary: 'Logs in with the Telegram widget',
    data: signInAnswer,
    beside: signInFlow,
    body: widgetFields,
    errors: ['account_banned', 'identity_not_bound', 'sign_in_disabled', 'sign_in_state_invalid'],
  }),
  'POST /api/oauth/telegram/bind': route({
    access: 'user',
    critical: true,
    summary: 'Binds a Telegram account',
    body: widgetFields,
    errors: ['identity_taken', 'sign_in_again', 'sign_in_disabled', 'sign_in_state_invalid'],
  }),
  'GET /api/oauth/telegram/bind': route({
    access: 'session',
    critical: true,
    effect: true,
    summary: 'Binds a Telegram account and redirects to the settings; `state` from /api/oauth/state',
    redirect: true,
    query: widgetFields,
    others: { 302: { description: 'Redirects to the settings.' } },
    errors: ['identity_taken', 'not_logged_in', 'sign_in_again', 'sign_in_disabled', 'sign_in_state_invalid'],
  }),
  'DELETE /api/oauth/:provider/bind': route({
    access: 'user',
    summary: 'Removes the binding of an external account',
    params: z.object({ provider: z.enum(boundProviders) }),
    errors: ['only_way_in'],
  }),
}
