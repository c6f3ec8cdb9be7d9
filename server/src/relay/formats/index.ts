import type { ClientFormatId, WireFormatId } from '../../protocols/wire-format-id.ts'
import type { OwnWire } from '../../providers/own-wire.ts'
import type { Provider } from '../../providers/provider.ts'
import type { ClientTarget } from '../call/client-target.ts'
import type { UpstreamFormat, WireFormat } from '../call/wire-format.ts'
import { anthropicFormat } from './anthropic.ts'
import { geminiFormat } from './gemini.ts'
import { openaiFormat } from './openai.ts'
import { mediaFormatOf } from './openai-media.ts'
import { responsesFormat } from './openai-responses.ts'
import { buildOwnFormat } from './own-format.ts'

const clientFormats: Record<ClientFormatId, WireFormat> = {
  openai: openaiFormat,
  responses: responsesFormat,
  anthropic: anthropicFormat,
  gemini: geminiFormat,
}

const ownFormats = new WeakMap<OwnWire, UpstreamFormat>()

export const wireFormatOf = (id: ClientFormatId): WireFormat => clientFormats[id]

/** The format `id` of an upstream of `provider`. Throws RangeError if the provider has no own wire format. */
export function upstreamFormatById(
  { id: name, wire }: Pick<Provider, 'id' | 'wire'>,
  id: WireFormatId,
): UpstreamFormat {
  if (id !== 'own') return clientFormats[id]
  if (!wire) throw new RangeError(`${name} has no format of its own`)
  const known = ownFormats.get(wire) ?? buildOwnFormat(wire)
  ownFormats.set(wire, known)
  return known
}

export const clientFormatOf = ({ format, operation }: ClientTarget): WireFormat =>
  (format === 'openai' ? mediaFormatOf(operation) : undefined) ?? clientFormats[format]
