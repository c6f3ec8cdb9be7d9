import { GatewayError } from '../../core/errors.ts'
import type { ConsoleCaller } from '../../identity/console-caller.ts'
import { readFlowCookie } from '../../identity/flow-cookie.ts'
import { verifyTelegram } from '../../identity/oauth/telegram.ts'
import { requireRecentSignIn } from '../../identity/require-owner.ts'
import { findUserByIdentity } from '../../store/external-identities.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { finishSignIn, type SignInAnswer, type SignInRequest } from '../finish-sign-in.ts'
import { bindAccount } from './complete-sign-in.ts'

type Fields = Record<string, string>

const telegram = { provider: 'Telegram', column: 'telegram_id' } as const

/** Signing in and binding with the fields that Telegram's widget sends. */
export function createTelegramSignIn(deps: AdminDependencies) {
  const { db, state, clock, signInFlows } = deps

  /** The account at Telegram. Each proof counts once. */
  async function identify(fields: Fields): Promise<string> {
    const { options } = state.current()
    if (!options.TelegramOAuthEnabled) throw new GatewayError('sign_in_disabled', { provider: 'Telegram' })
    const proof = verifyTelegram(fields, options.TelegramBotToken, clock.now())
    if (!proof || !(await signInFlows.noteUsed(proof.hash, proof.expiresAt)))
      throw new GatewayError('sign_in_state_invalid')
    return proof.id
  }

  async function bind(fields: Fields, caller: ConsoleCaller): Promise<void> {
    await bindAccount(deps, caller.id, { ...telegram, subject: await identify(fields) })
  }

  return {
    /** Throws sign_in_again where the sign-in is not recent. */
    async bind(fields: Fields, caller: ConsoleCaller): Promise<void> {
      requireRecentSignIn(deps, caller)
      await bind(fields, caller)
    },

    async signIn(fields: Fields, request: SignInRequest): Promise<SignInAnswer> {
      const user = await findUserByIdentity(db, telegram.column, await identify(fields))
      if (!user) throw new GatewayError('identity_not_bound', { provider: 'Telegram' })
      return await finishSignIn(deps, user, request, 'telegram')
    },

    /**
     * Binding by a navigation of the widget, which cannot send the user header. A link on a page of the site could
     * start one too, so it must contain a state that this browser and account requested.
     */
    async bindByNavigation(
      { state: flowState, ...fields }: Fields & { state: string },
      caller: ConsoleCaller | null,
      raw: Request,
    ): Promise<void> {
      if (!caller) throw new GatewayError('not_logged_in')
      const browser = readFlowCookie(raw)
      const flow = browser === null ? null : await signInFlows.take('oauth', flowState, browser)
      if (flow?.userId !== caller.id || flow.data.provider !== null) throw new GatewayError('sign_in_state_invalid')
      await bind(fields, caller)
    },
  }
}
