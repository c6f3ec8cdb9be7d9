import { inputTotal, outputTotal, type Usage } from '../../core/usage/usage.ts'

interface UsageFrameHead {
  requestId: string
  createdSeconds: number
  model: string
  isChat: boolean
}

/** The frame with the usage of a stream, for a client that asked for it and whose upstream sent none. */
export function buildUsageFrame(usage: Usage, { requestId, createdSeconds, model, isChat }: UsageFrameHead): string {
  const prompt = inputTotal(usage)
  const completion = outputTotal(usage)
  const frame = {
    id: requestId,
    object: isChat ? 'chat.completion.chunk' : 'text_completion',
    created: createdSeconds,
    model,
    choices: [],
    usage: { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion },
  }
  return `data: ${JSON.stringify(frame)}\n\n`
}
