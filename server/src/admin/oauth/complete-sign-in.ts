import { GatewayError } from '../../core/errors.ts'
import type { ConsoleCaller } from '../../identity/console-caller.ts'
import { readFlowCookie } from '../../identity/flow-cookie.ts'
import type { OAuthProviderId } from '../../identity/oauth/identity-provider.ts'
import { oauthProviders } from '../../identity/oauth/index.ts'
import { bindIdentity, findUserByIdentity } from '../../store/external-identities.ts'
import { findUser } from '../../store/users.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { finishSignIn, type LoginMethod, type SignInAnswer, type SignInRequest } from '../finish-sign-in.ts'
import { buildCallbackUrl } from './begin-sign-in.ts'
import type { ExternalAccount } from './external-account.ts'
import { registerExternal } from './register-external.ts'

/** Clients recognise a binding by this message. */
interface Bound {
  message: 'bind'
}

/** What a provider adds to the address of the return: a code, or an error. */
interface ProviderReturn {
  provider: OAuthProviderId
  code: string
  state: string
  error?: string | undefined
  error_description?: string | undefined
}

/**
 * The return from a provider: signs in, registers, or binds if a signed-in account started the sign-in.
 * Throws sign_in_state_invalid, sign_in_disabled, sign_in_failed and the errors of signing in and binding.
 */
export async function completeSignIn(
  deps: AdminDependencies,
  caller: ConsoleCaller | null,
  { provider, code, state, error, error_description: description }: ProviderReturn,
  request: SignInRequest,
): Promise<SignInAnswer | Bound> {
  if (error !== undefined) throw new GatewayError('sign_in_failed', { provider, reason: description ?? error })
  const { name, column, isEnabled, identify } = oauthProviders[provider]
  const { options } = deps.state.current()
  if (!isEnabled(options)) throw new GatewayError('sign_in_disabled', { provider: name })
  const browser = readFlowCookie(request.raw)
  const flow = browser === null ? null : await deps.signInFlows.take('oauth', state, browser)
  if (!flow || (flow.data.provider ?? provider) !== provider) throw new GatewayError('sign_in_state_invalid')
  // A binding must end in the account that started it: another one may have signed in meanwhile.
  if (flow.userId !== null && flow.userId !== caller?.id) throw new GatewayError('sign_in_state_invalid')
  const { data } = flow
  const asked = { ...data, state, redirectUri: data.redirectUri || buildCallbackUrl(deps, provider, request) }
  const context = { options, request: deps.outboundRequest, endpoints: deps.oauthEndpoints }
  const account = { ...(await identify(context, asked, code)), provider: name, column }
  if (flow.userId !== null) return await bindAccount(deps, flow.userId, account)
  return await signInExternal(deps, account, {
    inviteCode: data.inviteCode,
    request,
    method: `oauth:${provider}`,
  })
}

/** Signs in the owner of an external account; creates an account if registration is open. */
export async function signInExternal(
  deps: AdminDependencies,
  account: ExternalAccount,
  { inviteCode, request, method }: { inviteCode: string; request: SignInRequest; method: LoginMethod },
): Promise<SignInAnswer> {
  const known =
    (await findUserByIdentity(deps.db, account.column, account.subject)) ?? (await findFormer(deps, account))
  const id = known?.id ?? (await registerExternal(deps, account, { ...request, inviteCode }))
  const user = known ?? (await findUser(deps.db, id))
  if (!user) throw new GatewayError('not_logged_in')
  return await finishSignIn(deps, user, request, method)
}

/**
 * An imported account has the identity that the other program stored. It is found once, then stored in the current
 * form.
 */
async function findFormer({ db }: AdminDependencies, { column, subject, formerSubject }: ExternalAccount) {
  if (formerSubject === null) return undefined
  const user = await findUserByIdentity(db, column, formerSubject)
  if (!user || !(await bindIdentity(db, user.id, { column, subject }))) return undefined
  return user
}

/** Binds an external account. Throws identity_taken. */
export async function bindAccount(
  { db }: AdminDependencies,
  userId: number,
  { provider, column, subject }: Pick<ExternalAccount, 'provider' | 'column' | 'subject'>,
): Promise<Bound> {
  if (!(await bindIdentity(db, userId, { column, subject }))) throw new GatewayError('identity_taken', { provider })
  return { message: 'bind' }
}
