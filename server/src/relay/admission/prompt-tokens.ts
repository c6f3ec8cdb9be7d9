import { estimatePromptTokens } from '../../core/tokens/estimate-prompt.ts'
import { withSystemMessage } from '../../core/tokens/with-system-message.ts'
import type { ChannelState } from '../../state/snapshot.ts'

type Prompted = Pick<ChannelState, 'setting'>

const estimates = new WeakMap<Prompted, number>()

/** Estimate of the tokens that the prompts of these channels add to a call: the most that one of them adds. */
export function promptTokensOf(channels: readonly Prompted[], model: string): number {
  let most = 0
  for (const channel of channels) {
    if (!channel.setting.system_prompt) continue
    const known =
      estimates.get(channel) ?? estimatePromptTokens(withSystemMessage({}, channel.setting.system_prompt), model)
    estimates.set(channel, known)
    most = Math.max(most, known)
  }
  return most
}
