import { type JsonRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import type { Citation } from '../../core/chat/content.ts'
import { defined } from '../../core/json/defined.ts'
import { type AnswerGrounding, field, protoNumberOf } from './wire.ts'

/** Sources of a candidate: grounding and recitation. */
export function parseCitations(candidate: JsonRecord): Citation[] {
  const metadata = recordOf(field(candidate, 'groundingMetadata'))
  const supports = recordsOf(field(metadata, 'groundingSupports'))
  const grounded = recordsOf(field(metadata, 'groundingChunks')).flatMap((chunk, at) =>
    chunkCitations(chunk, citedTexts(supports, at)),
  )
  const sources = recordOf(field(candidate, 'citationMetadata'))
  const recited = recordsOf(field(sources, 'citationSources') ?? sources.citations)
  return [...grounded, ...recited.flatMap((source) => citation(source))]
}

/** Texts of the answer that chunk `at` supports. */
function citedTexts(supports: JsonRecord[], at: number): string[] {
  const supporting = supports.filter((support) => {
    const indices = field(support, 'groundingChunkIndices')
    return Array.isArray(indices) && indices.some((index) => protoNumberOf(index) === at)
  })
  return supporting.map((support) => textOf(recordOf(support.segment).text)).filter((text) => text !== '')
}

function chunkCitations(chunk: JsonRecord, texts: string[]): Citation[] {
  const source = recordOf(chunk.web ?? field(chunk, 'retrievedContext') ?? chunk.maps)
  return texts.length === 0 ? citation(source) : texts.flatMap((text) => citation(source, text))
}

function citation(source: JsonRecord, citedText?: string): Citation[] {
  const url = textOf(source.uri) || undefined
  const title = textOf(source.title) || undefined
  if (!url && !title) return []
  return [defined<Citation>({ url, title, citedText })]
}

/** Citations as `groundingMetadata`; undefined when none has an address. */
export function buildGrounding(citations: Citation[]): AnswerGrounding | undefined {
  const known = citations.filter(({ url }) => url !== undefined)
  if (known.length === 0) return undefined
  const supports = known.flatMap(({ citedText }, at) =>
    citedText === undefined ? [] : [{ segment: { text: citedText }, groundingChunkIndices: [at] }],
  )
  return {
    groundingChunks: known.map(({ url, title }) => ({ web: defined({ uri: url, title }) })),
    ...(supports.length > 0 ? { groundingSupports: supports } : {}),
  }
}
