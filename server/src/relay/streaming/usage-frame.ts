import { inputTotal, outputTotal, type Usage } from '../../core/usage/usage.ts'
import type { AdmittedCall } from '../call/relay-call.ts'

/** The usage frame that an OpenAI client asked for, when the upstream sent none. */
export function usageFrameOf(call: AdmittedCall, usage: Usage): string {
  if (call.format.id !== 'openai') return ''
  const prompt = inputTotal(usage)
  const completion = outputTotal(usage)
  const frame = {
    id: call.id,
    object: call.target.operation === 'chat' ? 'chat.completion.chunk' : 'text_completion',
    created: Math.floor(call.startedAt / 1_000),
    model: call.request.model,
    choices: [],
    usage: { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion },
  }
  return `data: ${JSON.stringify(frame)}\n\n`
}
