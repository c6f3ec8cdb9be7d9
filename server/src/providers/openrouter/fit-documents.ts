import { listOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { knownFactsOf } from '../../core/catalogue/known-facts.ts'
import { type Body, type FittedBody, unchanged } from '../fit-body.ts'

const parser = { id: 'file-parser', pdf: { engine: 'cloudflare-ai' } }

/**
 * Documents for a model that cannot read them are read by the engine that costs nothing. Without an engine in the
 * request OpenRouter takes one that it charges by the page, which no answer counts.
 * https://openrouter.ai/docs/guides/overview/multimodal/pdfs, read 2026-11-29
 */
export function fitDocuments(body: Body, { upstreamModel }: { upstreamModel: string }): FittedBody {
  if (!hasDocument(body) || knownFactsOf(upstreamModel).input_modalities?.includes('pdf') === true) return unchanged
  const plugins = recordsOf(body.plugins)
  if (plugins.some(({ id }) => id === parser.id)) return unchanged
  return { set: { plugins: [...plugins, parser] }, remove: [], lost: [] }
}

/** In Chat Completions, in Messages, and in Responses. */
const hasDocument = ({ messages, input }: Body): boolean =>
  hasPart(messages, ['file', 'document']) || hasPart(input, ['input_file'])

/** Results of tools have parts of their own. */
const hasPart = (list: unknown, wanted: readonly string[]): boolean =>
  Array.isArray(list) &&
  recordsOf(list).some(({ content }) =>
    recordsOf(listOf(content)).some((part) => wanted.includes(textOf(part.type)) || hasPart([part], wanted)),
  )
