import { isRecord } from '@sluice/contract/read-json'
import { type Body, type FitBody, type FittedBody, fitTo, joinFits, unchanged, within } from '../fit-body.ts'

const dialect = {
  rename: { seed: 'random_seed', max_completion_tokens: 'max_tokens' },
  refuses: ['logprobs', 'top_logprobs', 'logit_bias', 'user', 'store', 'service_tier'],
  values: {
    temperature: within(0, 1.5),
    tool_choice: (choice: unknown) => (choice === 'required' ? 'any' : choice),
  },
}

/** https://docs.mistral.ai/api/endpoint/chat, as known on 2026-11-20 */
export const fitBody: FitBody = (body, { operation }) => {
  if (operation !== 'chat') return unchanged
  const asksForUsage = body.stream_options !== undefined && body.stream_options !== null
  const fields = fitTo(dialect, body)
  const unasked: FittedBody = asksForUsage ? { ...unchanged, remove: ['stream_options'] } : unchanged
  return joinFits(joinFits(fields, unasked), fitMessages(body))
}

/** Ids of tool calls have nine letters or digits: others are replaced, with the same id for a call and its result. */
function fitMessages({ messages }: Body): FittedBody {
  if (!Array.isArray(messages)) return unchanged
  let isChanged = false
  const short = (id: unknown): unknown => {
    if (typeof id !== 'string' || /^[A-Za-z0-9]{9}$/.test(id)) return id
    isChanged = true
    return shortIdOf(id)
  }
  const fitted = messages.map((message: unknown) => {
    if (!isRecord(message)) return message
    const { tool_calls: calls, tool_call_id: of } = message
    return {
      ...message,
      ...(of !== undefined && { tool_call_id: short(of) }),
      ...(Array.isArray(calls) && {
        tool_calls: calls.map((call: unknown) => (isRecord(call) ? { ...call, id: short(call.id) } : call)),
      }),
    }
  })
  return isChanged ? { ...unchanged, set: { messages: fitted } } : unchanged
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Nine letters and digits derived from any text: two 27-bit halves of a hash that spreads well. */
function shortIdOf(id: string): string {
  let [a, b] = [0x811c9dc5, 0x9e3779b9]
  for (let at = 0; at < id.length; at += 1) {
    const code = id.charCodeAt(at)
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul(b ^ (code + at), 0x85ebca6b)
  }
  let left = (BigInt(a >>> 0) << 32n) | BigInt(b >>> 0)
  let text = ''
  while (text.length < 9) {
    text += letters.charAt(Number(left % 62n))
    left /= 62n
  }
  return text
}
