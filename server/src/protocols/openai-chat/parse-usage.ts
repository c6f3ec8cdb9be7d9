import { type JsonRecord, recordOf } from '@sluice/contract/read-json'
import { noUsage, type Usage } from '../../core/usage/usage.ts'

const count = (value: unknown): number => (typeof value === 'number' ? value : 0)

/**
 * `usage` of Chat Completions, Completions and Embeddings as disjoint parts; null when it reports no tokens. The wire's
 * prompt total includes cached and audio tokens, its completion total includes reasoning and audio. A contradictory
 * report (more cached than prompt) gives negative parts, which `isPlausible` refuses.
 * https://platform.openai.com/docs/api-reference/chat/object, read 2026-11-20
 */
export function parseOpenaiUsage(wire: unknown): Usage | null {
  const usage = recordOf(wire)
  const prompt = count(usage.prompt_tokens)
  const reported = count(usage.completion_tokens)
  const input = recordOf(usage.prompt_tokens_details)
  const output = recordOf(usage.completion_tokens_details)
  const reasoning = count(output.reasoning_tokens)
  // xAI excludes reasoning from the completion count; only the total includes it.
  const isReasoningExtra = reasoning > 0 && usage.total_tokens === prompt + reported + reasoning
  const completion = isReasoningExtra ? reported + reasoning : reported
  if (prompt === 0 && completion === 0) return null
  const searched = searchedIn(usage)
  const cacheRead = count(input.cached_tokens ?? usage.prompt_cache_hit_tokens ?? usage.cached_tokens)
  const cacheWrite = count(input.cache_write_tokens ?? input.cache_creation_input_tokens)
  const audioIn = count(input.audio_tokens)
  const imageIn = count(input.image_tokens)
  const audioOut = count(output.audio_tokens)
  const imageOut = count(output.image_tokens)
  return {
    ...noUsage,
    inputText: prompt - cacheRead - cacheWrite - audioIn - imageIn + searched.citations,
    inputAudio: audioIn,
    inputImage: imageIn,
    cacheReadText: cacheRead,
    cacheWrite5m: cacheWrite,
    outputText: completion - audioOut - imageOut,
    outputAudio: audioOut,
    outputImage: imageOut,
    outputReasoning: searched.reasoning,
    reasoning: reasoning + searched.reasoning,
    webSearchCalls: searched.searches,
  }
}

/**
 * What Perplexity counts beside prompt and completion. Deep Research reports the pages that it read, at the input
 * price, its reasoning, at a separate price, and its queries; the other models make one search and report its size.
 * https://docs.perplexity.ai/getting-started/pricing, read 2026-11-23
 */
function searchedIn(usage: JsonRecord) {
  const { num_search_queries: queries, search_context_size: size } = usage
  if (typeof queries !== 'number') return { citations: 0, reasoning: 0, searches: typeof size === 'string' ? 1 : 0 }
  return {
    citations: count(usage.citation_tokens),
    reasoning: count(usage.reasoning_tokens),
    searches: queries,
  }
}
