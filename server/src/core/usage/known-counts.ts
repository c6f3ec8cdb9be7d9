import { cacheCountNames } from './cache-counts.ts'
import { toolCountFields } from './tool-counts.ts'
import type { KnownCounts } from './unknown-counts.ts'

const inputDetails = new Set([
  ...cacheCountNames.details,
  'audio_tokens',
  'image_tokens',
  'text_tokens',
  'video_tokens',
])

const outputDetails = new Set([
  'reasoning_tokens',
  'audio_tokens',
  'image_tokens',
  'text_tokens',
  // Parts of the output that a prediction saved or did not.
  'accepted_prediction_tokens',
  'rejected_prediction_tokens',
])

const split = new Set(cacheCountNames.split)

/** Of OpenAI's formats, as all hosts write them. Durations, and what the host says that it charges, are known. */
export const openaiCounts: KnownCounts = {
  names: new Set([
    ...cacheCountNames.beside,
    ...toolCountFields,
    'prompt_tokens',
    'completion_tokens',
    'input_tokens',
    'output_tokens',
    'total_tokens',
    'prompt_tokens_details',
    'completion_tokens_details',
    'input_tokens_details',
    'output_tokens_details',
    'cache_creation',
    'prompt_cache_miss_tokens',
    'reasoning_tokens',
    'citation_tokens',
    'connector_tokens',
    'num_search_queries',
    'num_server_side_tools_used',
    'queue_time',
    'prompt_time',
    'completion_time',
    'total_time',
    'cost',
    'cost_details',
    'cost_in_usd_ticks',
  ]),
  within: {
    prompt_tokens_details: inputDetails,
    input_tokens_details: inputDetails,
    completion_tokens_details: outputDetails,
    output_tokens_details: outputDetails,
    cache_creation: split,
  },
}

/** Of Anthropic's format. */
export const anthropicCounts: KnownCounts = {
  names: new Set([
    'input_tokens',
    'output_tokens',
    'cache_read_input_tokens',
    'cache_creation_input_tokens',
    'cache_creation',
    'output_tokens_details',
    'server_tool_use',
  ]),
  within: {
    cache_creation: split,
    output_tokens_details: new Set(['thinking_tokens']),
    server_tool_use: new Set(['web_search_requests', 'web_fetch_requests']),
  },
}

/** Of Gemini's format, in camel case. */
export const geminiCounts: KnownCounts = {
  names: new Set([
    'promptTokenCount',
    'candidatesTokenCount',
    'totalTokenCount',
    'thoughtsTokenCount',
    'toolUsePromptTokenCount',
    'cachedContentTokenCount',
  ]),
  within: {},
}
