import { isThinkingOff } from '../../core/chat/fit-thinking.ts'
import { modelRulesOf } from '../../core/chat/model-rules-of.ts'
import { GatewayError } from '../../core/errors.ts'
import type { UpstreamFormat } from '../../protocols/wire-format.ts'
import type { WireFormatId } from '../../protocols/wire-format-id.ts'
import { providerOf } from '../../providers/index.ts'
import type { Provider } from '../../providers/provider.ts'
import { upstreamModelOf } from '../../state/mapped-model.ts'
import type { ChannelState } from '../../state/snapshot.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import { upstreamFormatById } from '../formats/index.ts'
import { mediaWireFormat, ownCallFormat } from '../formats/media-format.ts'
import { formatPlace, upstreamFormatOf, type WithoutFormat } from '../formats/upstream-format.ts'
import { embeddings } from './embeddings.ts'
import { media } from './media.ts'
import { neutralRequestOf } from './neutral-call.ts'
import { operationOf } from './operations.ts'
import type { Passage, Way } from './passage.ts'
import { patched, raw, sound } from './patched.ts'
import { cohereRerank, rerank } from './rerank.ts'
import { isPlainThinking } from './suffix-thinking.ts'
import { rewritten, translated } from './translated.ts'

const none: WithoutFormat = new Set<string>()

/**
 * The way of a call to a channel. `withoutFormat`: channels found not to serve a second format of their provider.
 * Throws GatewayError for a misconfigured channel.
 */
export function choosePassage(call: AdmittedCall, channel: ChannelState, withoutFormat = none): Way {
  const provider = providerOf(channel.type)
  if (!provider)
    throw new GatewayError('channel_misconfigured', {}, { detail: `channel ${channel.id} has no provider` })
  // A call that refers to a stored object works in only one format.
  const without = call.request.storedBy === undefined ? withoutFormat : none
  const upstreamModel = upstreamModelOf(channel, call)
  const format =
    ownWireOf(provider, call, upstreamModel) ??
    formatOf(call, provider, chooseFormat(call, { provider, channel, upstreamModel }, without))
  const passage = passageBetween(call, format, channel)
  const isNamedByClient = passage.isRaw && !call.target.inPath
  return {
    channel,
    provider,
    format,
    upstreamModel: isNamedByClient ? call.request.model : upstreamModel,
    passage,
  }
}

/** The same way in another format of the provider. */
export function inFormat(call: AdmittedCall, way: Way, id: WireFormatId): Pick<Way, 'format' | 'passage'> {
  const format = formatOf(call, way.provider, id)
  return { format, passage: passageBetween(call, format, way.channel) }
}

/** Within one family the client's own format, which knows the operation. */
const formatOf = (call: AdmittedCall, provider: Provider, id: WireFormatId): UpstreamFormat =>
  id === call.format.id ? call.format : upstreamFormatById(provider, id)

export function passageBetween(
  call: AdmittedCall,
  format: UpstreamFormat,
  channel: Pick<ChannelState, 'setting'>,
): Passage {
  const { operation, isCohere } = call.target
  if (format === call.format) {
    if (isSentRaw(call, channel)) return raw
    if (!isPatchable(call)) return rewritten
    if (operation === 'speech') return sound
    return isCohere ? cohereRerank : patched
  }
  if (operation === 'embeddings') return embeddings
  if (operation === 'rerank') return rerank
  return format.media ? media : translated
}

/** Whether the operator requires that bodies are sent unchanged. */
const isSentRaw = (
  { target: { operation }, snapshot }: Pick<AdmittedCall, 'target' | 'snapshot'>,
  { setting }: Pick<ChannelState, 'setting'>,
): boolean =>
  (operation === 'chat' || operation === 'completions' || operation === 'moderations') &&
  (setting.pass_through_body_enabled === true || snapshot.options['global.pass_through_request_enabled'])

/** A thinking suffix changes more than single fields, unless the request itself sets thinking. */
const isPatchable = (call: AdmittedCall): boolean =>
  call.suffix === null ||
  call.format.thinkingFields !== undefined ||
  (isPlainThinking(call.suffix.thinking) && neutralRequestOf(call).thinking !== undefined)

/** The provider's own wire of this operation, where it is not that of its chat; media only for clients of OpenAI's. */
function ownWireOf(
  provider: Provider,
  { target, request: { isStream } }: AdmittedCall,
  upstreamModel: string,
): UpstreamFormat | null {
  const { isLocal, sentAs: operation } = operationOf(target)
  if (isLocal) return null
  const own = ownCallFormat(provider, operation, upstreamModel)
  if (own || target.format !== 'openai') return own
  const wire = provider.mediaWireOf?.({ operation, upstreamModel, isStream })
  return wire ? mediaWireFormat(wire, upstreamFormatById(provider, provider.format)) : null
}

/**
 * The format of a channel for a call. Some models accept functions while they think only in a second format of their
 * maker, which is then used for any client. https://platform.openai.com/docs/guides/reasoning, as known on 2026-11-20
 */
function chooseFormat(
  call: AdmittedCall,
  { provider, channel, upstreamModel }: Pick<Way, 'provider' | 'channel' | 'upstreamModel'>,
  without: WithoutFormat,
): WireFormatId {
  const { format, operation } = call.target
  const usual = upstreamFormatOf(provider, channel, { format, operation, upstreamModel }, without)
  if (usual !== 'openai' || operation !== 'chat') return usual
  if (usual === format && isSentRaw(call, channel)) return usual
  const second = provider.formatFor?.(channel, 'responses', upstreamModel) ?? usual
  if (second === usual || without.has(formatPlace(channel)) || !needsResponses(call, upstreamModel)) return usual
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
