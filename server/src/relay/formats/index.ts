import { anthropicFormat } from '../../protocols/anthropic-messages/format.ts'
import type { ClientTarget } from '../../protocols/client-target.ts'
import { geminiFormat } from '../../protocols/gemini/format.ts'
import { openaiFormat } from '../../protocols/openai-chat/format.ts'
import { mediaFormats } from '../../protocols/openai-media/format.ts'
import { responsesFormat } from '../../protocols/openai-responses/format.ts'
import type { UpstreamFormat, WireFormat } from '../../protocols/wire-format.ts'
import type { ClientFormatId, WireFormatId } from '../../protocols/wire-format-id.ts'
import type { OwnWire } from '../../providers/own-wire.ts'
import type { Provider } from '../../providers/provider.ts'
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

const mediaFormatByOperation = new Map<string, WireFormat>(
  // An event ends a stream of media.
  Object.entries(mediaFormats).map(([operation, own]) => [operation, { ...openaiFormat, endMarker: '', ...own }]),
)

export const clientFormatOf = ({ format, operation }: ClientTarget): WireFormat =>
  (format === 'openai' ? mediaFormatByOperation.get(operation) : undefined) ?? clientFormats[format]
