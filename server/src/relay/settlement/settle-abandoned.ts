import type { RelayDependencies } from '../call/dependencies.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import { meter } from './meter.ts'
import { settleCall } from './settle-call.ts'

/** The client left before any answer while the upstream was working: the input is charged. */
export async function settleAbandoned(
  { clock, tokenCounter }: RelayDependencies,
  call: AdmittedCall,
): Promise<void> {
  const channelId = call.attempts.at(-1)?.channel_id ?? 0
  const channel = call.snapshot.channels.get(channelId)
  const metered = await meter(call, 'client_gone', {
    reported: null,
    countInput: () => tokenCounter.countPrompt(call.countable, call.request.model),
    countOutput: () => 0,
  })
  const attempt = {
    channel: channel ?? { id: channelId, costPrices: null },
    upstreamModel: call.request.model,
  }
  await settleCall(clock, call, attempt, { ...metered, end: 'client_gone', firstFrameMs: null })
}
