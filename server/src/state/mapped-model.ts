import { GatewayError } from '../core/errors.ts'
import type { ChannelState } from './snapshot.ts'

/**
 * The name that `channel` sends for `model`. Chains are followed. Throws GatewayError `model_mapped_error` for a cycle.
 */
export function mappedModel(channel: Pick<ChannelState, 'modelMapping'>, model: string): string {
  if (channel.modelMapping === 'invalid') throw new GatewayError('model_mapped_error')
  if (!channel.modelMapping) return model
  const seen = new Set<string>()
  let name = model
  for (let next = channel.modelMapping.get(name); next && next !== name; next = channel.modelMapping.get(name)) {
    if (seen.has(name)) throw new GatewayError('model_mapped_error')
    seen.add(name)
    name = next
  }
  return name
}

/**
 * The upstream's name: mapped by the requested name, otherwise by the one without its suffix. Throws as `mappedModel`
 * does.
 */
export function upstreamModelOf(
  channel: Pick<ChannelState, 'modelMapping'>,
  { request, suffix }: { request: { model: string }; suffix: { base: string } | null },
): string {
  const requested = mappedModel(channel, request.model)
  // A mapping may name the full name on purpose, even as itself.
  const isNamed = channel.modelMapping !== 'invalid' && channel.modelMapping?.has(request.model)
  return !isNamed && suffix ? mappedModel(channel, suffix.base) : requested
}
