import type { WireFormatId } from '../../protocols/wire-format-id.ts'
import type { ClientTarget } from '../call/client-target.ts'
import type { WireFormat } from '../call/wire-format.ts'
import { anthropicFormat } from './anthropic.ts'
import { geminiFormat } from './gemini.ts'
import { openaiFormat } from './openai.ts'
import { mediaFormatOf } from './openai-media.ts'
import { responsesFormat } from './openai-responses.ts'

const formats: Record<WireFormatId, WireFormat> = {
  openai: openaiFormat,
  responses: responsesFormat,
  anthropic: anthropicFormat,
  gemini: geminiFormat,
}

export const wireFormatOf = (id: WireFormatId): WireFormat => formats[id]

/** The format a client speaks who calls `target`. */
export const clientFormatOf = ({ format, operation }: ClientTarget): WireFormat =>
  mediaFormatOf(operation) ?? formats[format]
