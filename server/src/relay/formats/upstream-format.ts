import type { ClientTarget } from '../../protocols/client-target.ts'
import type { WireFormatId } from '../../protocols/wire-format-id.ts'
import type { Provider } from '../../providers/provider.ts'
import type { ChannelState } from '../../state/snapshot.ts'

/** Channels found not to serve a second format of their provider, at their address at that time. */
export type WithoutFormat = Pick<Set<string>, 'has'>

export const formatPlace = ({ id, baseUrl }: Pick<ChannelState, 'id' | 'baseUrl'>): string => `${id} ${baseUrl}`

/** Whether calls of `target` reach the channel in the client's own format. */
export const isInClientFormat = (
  provider: Provider,
  channel: ChannelState,
  target: Parameters<typeof upstreamFormatOf>[2],
): boolean => upstreamFormatOf(provider, channel, target) === target.format

/** Formats with the same field for the tier, which is translated between them. */
const openaiFormats: ReadonlySet<WireFormatId> = new Set(['openai', 'responses'])

/** Whether the channel may get how a request asks to be served. Every other format leaves it out. */
export function carriesService(
  provider: Provider,
  channel: ChannelState,
  target: Parameters<typeof upstreamFormatOf>[2],
): boolean {
  const format = upstreamFormatOf(provider, channel, target)
  return format === target.format || (openaiFormats.has(format) && openaiFormats.has(target.format))
}

/** The format of a call to `channel`: the client's own where the channel serves it, otherwise its provider's. */
export function upstreamFormatOf(
  provider: Provider,
  channel: ChannelState,
  { format, operation, upstreamModel }: Pick<ClientTarget, 'format' | 'operation'> & { upstreamModel: string },
  without?: WithoutFormat,
): WireFormatId {
  // Completions are OpenAI's alone and never translated.
  if (operation === 'completions') return 'openai'
  if (operation !== 'chat' || !provider.formatFor) return provider.format
  const wanted = provider.formatFor(channel, format, upstreamModel)
  return wanted === format && without?.has(formatPlace(channel)) ? provider.format : wanted
}
