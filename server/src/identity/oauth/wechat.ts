import { z } from 'zod'
import type { GuardedRequest } from '../../platform/outbound/guarded-request.ts'
import type { OptionValues } from '../../state/option-registry.ts'
import { wechatCodeWrong } from '../account-refusals.ts'
import { readJsonAnswer } from './read-json-answer.ts'

const wechatAnswer = z.object({ success: z.boolean(), data: z.string().nullish() })

/**
 * The WeChat account of a code that the official account sent. Throws `verification_code_invalid` for an unknown code.
 */
export async function identifyWeChat(request: GuardedRequest, options: OptionValues, code: string): Promise<string> {
  const url = new URL(`${options.WeChatServerAddress}/api/wechat/user`)
  url.searchParams.set('code', code)
  const answer = await readJsonAnswer(
    request,
    { url: url.href, method: 'GET', headers: { authorization: options.WeChatServerToken } },
    { provider: 'WeChat', shape: wechatAnswer },
  )
  if (!answer.success || !answer.data) throw wechatCodeWrong()
  return answer.data
}
