import { type FitBody, unchanged } from '../fit-body.ts'
import { defineHost } from '../provider.ts'

/** https://docs.perplexity.ai/api-reference/chat-completions-post, as known on 2026-11-20 */
const taken = new Set([
  ...['model', 'messages', 'stream', 'max_tokens', 'temperature', 'top_p', 'top_k', 'presence_penalty'],
  ...['frequency_penalty', 'response_format', 'reasoning_effort', 'search_mode', 'search_domain_filter'],
  ...['search_recency_filter', 'search_after_date_filter', 'search_before_date_filter', 'return_images'],
  ...['return_related_questions', 'disable_search', 'enable_search_classifier', 'web_search_options'],
  ...['last_updated_after_filter', 'last_updated_before_filter', 'media_response', 'language_preference'],
])

/** Unknown fields are refused. Each frame holds the usage by default. */
const fitBody: FitBody = (body, { operation }) => {
  if (operation !== 'chat') return unchanged
  const set =
    body.max_tokens === undefined && body.max_completion_tokens
      ? { max_tokens: body.max_completion_tokens }
      : {}
  const remove = Object.keys(body).filter((name) => !taken.has(name))
  const silent = ['stream_options', 'max_completion_tokens']
  const lost = remove.filter(
    (name) => !silent.includes(name) && body[name] !== undefined && body[name] !== null,
  )
  return { set, remove, lost }
}

/** Answers with sources. Its paths have no version. */
export const perplexity = defineHost({
  id: 'perplexity',
  type: 27,
  baseUrl: 'https://api.perplexity.ai',
  operations: ['chat'],
  models: ['sonar', 'sonar-pro', 'sonar-reasoning-pro', 'sonar-deep-research'],
  pathOf: (path) => path.replace(/^\/v1/, ''),
  modelListUrlOf: () => null,
  reportsStreamUsage: false,
  fitBody,
})
