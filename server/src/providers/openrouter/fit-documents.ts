import { listOf, recordsOf } from '@sluice/contract/read-json'
import { knownFactsOf } from '../../core/catalogue/known-facts.ts'
import { type Body, type FitBody, unchanged } from '../fit-body.ts'

const parser = { id: 'file-parser', pdf: { engine: 'cloudflare-ai' } }

/**
 * Documents for a model that cannot read them are read by the engine that costs nothing. Without an engine in the
 * request OpenRouter takes one that it charges by the page, which no answer counts.
 * https://openrouter.ai/docs/guides/overview/multimodal/pdfs, read 2026-11-29
 */
export const fitDocuments: FitBody = (body, { upstreamModel }) => {
  if (!hasDocument(body) || knownFactsOf(upstreamModel).input_modalities?.includes('pdf') === true) return unchanged
  const plugins = recordsOf(body.plugins)
  if (plugins.some(({ id }) => id === parser.id)) return unchanged
  return { set: { plugins: [...plugins, parser] }, remove: [], lost: [] }
}

/** In Chat Completions, and in Responses. */
const hasDocument = ({ messages, input }: Body): boolean => hasPart(messages, 'file') || hasPart(input, 'input_file')

const hasPart = (list: unknown, wanted: string): boolean =>
  Array.isArray(list) &&
  recordsOf(list).some(({ content }) => recordsOf(listOf(content)).some(({ type }) => type === wanted))
