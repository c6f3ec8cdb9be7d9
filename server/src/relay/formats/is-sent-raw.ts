import type { ClientTarget } from '../../protocols/client-target.ts'
import type { WireFormatId } from '../../protocols/wire-format-id.ts'
import type { ChannelState } from '../../state/snapshot.ts'
import type { AdmittedCall } from '../call/relay-call.ts'

const rawOperations: ReadonlySet<ClientTarget['operation']> = new Set(['chat', 'completions', 'moderations'] as const)

/** Whether the body is sent unchanged: the operator requires it, and client and upstream have the same format. */
export const isSentRaw = (
  call: Pick<AdmittedCall, 'format' | 'target' | 'snapshot'>,
  format: WireFormatId,
  { setting }: Pick<ChannelState, 'setting'>,
): boolean =>
  format === call.format.id &&
  rawOperations.has(call.target.operation) &&
  (setting.pass_through_body_enabled === true || call.snapshot.options['global.pass_through_request_enabled'])
