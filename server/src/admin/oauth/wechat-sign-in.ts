import { GatewayError } from '../../core/errors.ts'
import { wechatCodeWrong } from '../../identity/account-refusals.ts'
import type { ConsoleCaller } from '../../identity/console-caller.ts'
import { identifyWeChat } from '../../identity/oauth/wechat.ts'
import { requireRecentSignIn } from '../../identity/require-owner.ts'
import type { AdminDependencies } from '../dependencies.ts'
import type { SignInAnswer, SignInRequest } from '../finish-sign-in.ts'
import { bindAccount, signInExternal } from './complete-sign-in.ts'

const wechat = { provider: 'WeChat', column: 'wechat_id' } as const

/** Longer than the validity of a code at its server, which may issue the same code again afterwards. */
const codeMs = 10 * 60_000

/** A code provides neither name nor address. */
const codeAlone = { formerSubject: null, displayName: '', email: null }

/** Signing in and binding with a code of the operator's WeChat server. */
export function createWeChatSignIn(deps: AdminDependencies) {
  /** The account at WeChat. Each code counts once. */
  async function identify(code: string): Promise<string> {
    const { options } = deps.state.current()
    if (!options.WeChatAuthEnabled) throw new GatewayError('sign_in_disabled', { provider: 'WeChat' })
    const subject = await identifyWeChat(deps.outboundRequest, options, code)
    if (!(await deps.signInFlows.noteUsed(`wechat ${code}`, deps.clock.now() + codeMs))) throw wechatCodeWrong()
    return subject
  }

  return {
    async signIn(code: string, inviteCode: string, request: SignInRequest): Promise<SignInAnswer> {
      const account = { ...wechat, subject: await identify(code), ...codeAlone }
      return await signInExternal(deps, account, { inviteCode, request, method: 'wechat' })
    },

    /** Throws sign_in_again where the sign-in is not recent. */
    async bind(code: string, caller: ConsoleCaller): Promise<void> {
      requireRecentSignIn(deps, caller)
      await bindAccount(deps, caller.id, { ...wechat, subject: await identify(code) })
    },
  }
}
