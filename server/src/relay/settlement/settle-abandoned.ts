import { wasClosedHere } from '../../platform/closed-connections.ts'
import type { RelayDependencies } from '../call/dependencies.ts'
import { promptSizeOf } from '../call/large-body.ts'
import type { AdmittedCall, RelayCall } from '../call/relay-call.ts'
import { choosePassage } from '../passage/choose-passage.ts'
import { countableOf } from '../passage/system-prompt.ts'
import { meter } from './meter.ts'
import { settleCall } from './settle-call.ts'

/** Whether the runtime ended the connection of a call, for example because a second call came before the answer. */
export const wasCutHere = ({ serverPort, peerAddress, clientPort }: RelayCall): Promise<boolean> =>
  wasClosedHere({ port: serverPort, peerAddress, peerPort: clientPort })

/** The client left before any answer while the upstream was working: the input is charged. */
export async function settleAbandoned({ clock, tokenCounter }: RelayDependencies, call: AdmittedCall): Promise<void> {
  const channelId = call.attempts.at(-1)?.channel_id ?? 0
  const channel = call.snapshot.channels.get(channelId)
  const countable = channel ? countableOf(call, choosePassage(call, channel)) : call.countable
  const metered = await meter(call, 'client_gone', {
    reported: null,
    countInput: () => tokenCounter.countPrompt(countable, call.request.model, promptSizeOf(call)),
    countOutput: () => 0,
  })
  const attempt = {
    channel: channel ?? { id: channelId, costPrices: null },
    upstreamModel: call.request.model,
  }
  await settleCall(clock, call, attempt, { ...metered, end: 'client_gone', firstFrameMs: null })
}
