import { channelTypeOf } from '@sluice/contract/channel-types'
import { parseRecord, textOf } from '@sluice/contract/read-json'
import type { ChannelRow } from '../../store/schema.ts'

type Addressed = Pick<ChannelRow, 'type' | 'base_url' | 'setting'>

/**
 * Whether the key of a channel goes to another host after a change, or through another proxy that can read it. The rest
 * of an address does not matter: a path is often corrected.
 */
export function movesKey(before: Addressed, after: Addressed): boolean {
  const origin = originOf(after)
  if (origin !== originOf(before)) return true
  const proxy = proxyOf(after)
  // A proxy cannot read what is encrypted.
  return origin.startsWith('http:') && proxy !== '' && proxy !== proxyOf(before)
}

/** Scheme, host and port. Types without an address of their own have it in their provider. */
function originOf({ type, base_url }: Addressed): string {
  const url = base_url ?? channelTypeOf(type)?.baseUrl ?? ''
  return URL.canParse(url) ? new URL(url).origin : `type ${type} ${url}`
}

const proxyOf = ({ setting }: Addressed): string => textOf((parseRecord(setting ?? '') ?? {}).proxy)
