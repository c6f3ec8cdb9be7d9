import type { ClientFormatId, WireFormatId } from '../../protocols/wire-format-id.ts'
import type { ClientTarget } from '../call/client-target.ts'
import type { UpstreamFormat, WireFormat } from '../call/wire-format.ts'
import { anthropicFormat } from './anthropic.ts'
import { geminiFormat } from './gemini.ts'
import { openaiFormat } from './openai.ts'
import { mediaFormatOf } from './openai-media.ts'
import { responsesFormat } from './openai-responses.ts'

const clientFormats: Record<ClientFormatId, WireFormat> = {
  openai: openaiFormat,
  responses: responsesFormat,
  anthropic: anthropicFormat,
  gemini: geminiFormat,
}

const upstreamFormats: Record<WireFormatId, UpstreamFormat> = clientFormats

/** A format that clients speak. */
export const wireFormatOf = (id: ClientFormatId): WireFormat => clientFormats[id]

/** A format that upstreams want, whether clients speak it or not. */
export const upstreamFormatById = (id: WireFormatId): UpstreamFormat => upstreamFormats[id]

/** The format a client speaks who calls `target`. */
export const clientFormatOf = ({ format, operation }: ClientTarget): WireFormat =>
  mediaFormatOf(operation) ?? clientFormats[format]
