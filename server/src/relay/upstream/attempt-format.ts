import { isThinkingOff } from '../../core/chat/fit-thinking.ts'
import { modelRulesOf } from '../../core/chat/model-rules-of.ts'
import type { WireFormatId } from '../../protocols/wire-format-id.ts'
import type { Provider } from '../../providers/provider.ts'
import type { ChannelState } from '../../state/snapshot.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import { isSentRaw } from '../formats/is-sent-raw.ts'
import { formatPlace, upstreamFormatOf, type WithoutFormat } from '../formats/upstream-format.ts'
import { neutralRequestOf } from './prepare-body.ts'

/**
 * The format of an attempt. Some models accept functions while they think only in a second format of their maker, which
 * is then used for any client. https://platform.openai.com/docs/guides/reasoning, as known on 2026-11-20
 */
export function attemptFormatOf(
  provider: Provider,
  channel: ChannelState,
  call: AdmittedCall,
  { upstreamModel, without }: { upstreamModel: string; without: WithoutFormat | undefined },
): WireFormatId {
  const { format, operation } = call.target
  const usual = upstreamFormatOf(provider, channel, { format, operation, upstreamModel }, without)
  if (usual !== 'openai' || call.target.operation !== 'chat' || isSentRaw(call, usual, channel)) return usual
  const second = provider.formatFor?.(channel, 'responses', upstreamModel) ?? usual
  if (second === usual || without?.has(formatPlace(channel)) || !needsResponses(call, upstreamModel)) return usual
  return second
}

function needsResponses(call: AdmittedCall, upstreamModel: string): boolean {
  const rules = modelRulesOf(upstreamModel)
  if (!rules?.thinking || rules.takesToolsWhileThinking) return false
  const { tools, functions } = call.request.body
  if (!hasEntries(tools) && !hasEntries(functions)) return false
  const thinking = call.suffix?.thinking ?? neutralRequestOf(call).thinking
  const isOff = thinking !== undefined && isThinkingOff(thinking) && rules.thinking.off === 'taken'
  return !isOff && (neutralRequestOf(call).tools?.length ?? 0) > 0
}

const hasEntries = (list: unknown): boolean => Array.isArray(list) && list.length > 0
