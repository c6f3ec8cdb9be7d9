/** A value, and the models that have it. */
export type PriceGroups = readonly (readonly [value: number, models: readonly string[]])[]

// Prices that are older than the public data set or missing in it. Repeating decimals come from prices in yuan: yuan
// for a thousand tokens × 500 / 7.3.

/**
 * https://developers.openai.com/api/docs/models/gpt-image-2.6-sunburst, read 2026-11-29: text 5 dollars, cached 1.25;
 * images 8, cached 2; output 30. The other models of 2.5 and 2.6 cost the same.
 */
const laterPainters = [
  'gpt-image-2.5-flare',
  'gpt-image-2.5-flare-2026-09-08',
  'gpt-image-2.5-sunburst',
  'gpt-image-2.5-sunburst-2026-09-08',
  'gpt-image-2.6-flare',
  'gpt-image-2.6-sunburst',
]

/** Ratio 1 = 2 dollars a million tokens of input. */
export const appendixModelRatio: PriceGroups = [
  [2.5, laterPainters],
  // https://docs.perplexity.ai/docs/agent-api/models, read 2026-11-23: 0.25 and 2.5 dollars, 0.0625 cached
  [0.125, ['perplexity/sonar']],
  // https://docs.perplexity.ai/docs/embeddings, read 2026-11-23: 0.004 and 0.03 dollars, with context 0.008
  // and 0.05
  [0.002, ['pplx-embed-v1-0.6b']],
  [0.015, ['pplx-embed-v1-4b']],
  [0.004, ['pplx-embed-context-v1-0.6b']],
  [0.025, ['pplx-embed-context-v1-4b']],
  [37.5, ['gpt-4.5-preview', 'gpt-4.5-preview-2025-02-27']],
  [30, ['gpt-4-32k', 'gpt-4-32k-0613']],
  [15, ['gpt-4-gizmo-*', 'gpt-4-all', 'gpt-4o-all', 'gpt-4', 'gpt-4-0613', 'whisper-1', 'tts-1-hd', 'tts-1-hd-1106']],
  [
    10,
    [
      'text-davinci-edit-001',
      'code-davinci-edit-001',
      'davinci',
      'curie',
      'babbage',
      'ada',
      'text-search-ada-doc-001',
      'qwen-plus',
    ],
  ],
  [8.219178, ['ERNIE-4.0-8K']],
  [
    7.5,
    ['o1', 'o1-2024-12-17', 'o1-preview', 'o1-preview-2024-09-12', 'tts-1', 'tts-1-1106', 'claude-3-opus-20240229'],
  ],
  [7.143, ['glm-4', 'hunyuan']],
  [6.849315, ['glm-4-alltools', 'glm-4-0520']],
  [
    5,
    [
      'gpt-4-1106-preview',
      'gpt-4-0125-preview',
      'gpt-4-turbo-preview',
      'gpt-4-vision-preview',
      'gpt-4-1106-vision-preview',
      'gpt-4-turbo',
      'gpt-4-turbo-2024-04-09',
    ],
  ],
  [4, ['claude-2.0', 'claude-2.1']],
  [3.424658, ['glm-4v', 'glm-4-plus']],
  [
    2.5,
    [
      'gpt-4o-gizmo-*',
      'chatgpt-4o-latest',
      'gpt-4o-2024-05-13',
      'gpt-4o-realtime-preview',
      'gpt-4o-realtime-preview-2024-10-01',
      'gpt-4o-realtime-preview-2024-12-17',
      'grok-beta',
      'grok-vision-beta',
      'grok-3-fast-beta',
    ],
  ],
  [1.712329, ['yi-large-rag', 'yi-large-rag-preview']],
  [1.643836, ['ERNIE-3.5-8K-0205', 'ERNIE-Bot-8K']],
  [
    1.5,
    [
      'gpt-3.5-turbo-16k',
      'gpt-3.5-turbo-16k-0613',
      'claude-3-sonnet-20240229',
      'claude-3-5-sonnet-20240620',
      'claude-3-5-sonnet-20241022',
      'claude-3-7-sonnet-20250219',
      'claude-3-7-sonnet-20250219-thinking',
      'command-r-plus',
      'grok-3-beta',
    ],
  ],
  [1.369863, ['yi-large', 'yi-large-preview']],
  [1.2858, ['SparkDesk-v1.1', 'SparkDesk-v2.1', 'SparkDesk-v3.1', 'SparkDesk-v3.5', 'SparkDesk-v4.0']],
  [
    1.25,
    [
      'gpt-4o',
      'gpt-4o-audio-preview',
      'gpt-4o-audio-preview-2024-10-01',
      'gpt-4o-2024-08-06',
      'gpt-4o-2024-11-20',
      'gemini-1.5-pro-latest',
      'command-r-plus-08-2024',
    ],
  ],
  [1, ['davinci-002', 'text-curie-001', 'PaLM-2', 'grok-2', 'grok-2-vision']],
  [0.864, ['yi-34b-chat-200k']],
  [0.8572, ['qwen-turbo', '360GPT_S2_V9', '360gpt-turbo-responsibility-8k', '360gpt-pro', '360gpt2-pro']],
  [0.821918, ['ERNIE-3.5-8K', 'ERNIE-3.5-8K-1222', 'ERNIE-3.5-4K-0205', 'yi-medium-200k', 'yi-large-turbo']],
  [0.75, ['gpt-3.5-turbo-0613', 'gpt-3.5-turbo-instruct']],
  [0.7143, ['chatglm_pro']],
  [0.684932, ['glm-4-airx', 'glm-4v-plus']],
  [0.625, ['gemini-2.5-pro-exp-03-25', 'gemini-2.5-pro-preview-03-25']],
  [
    0.55,
    [
      'o1-mini',
      'o1-mini-2024-09-12',
      'o3-mini',
      'o3-mini-2025-01-31',
      'o3-mini-high',
      'o3-mini-low',
      'o3-mini-medium',
      'o3-mini-2025-01-31-high',
      'o3-mini-2025-01-31-low',
      'o3-mini-2025-01-31-medium',
    ],
  ],
  [0.547945, ['ERNIE-Lite-8K-0922']],
  [
    0.5,
    [
      'gpt-3.5-turbo-1106',
      'claude-3-5-haiku-20241022',
      'command',
      'command-nightly',
      'command-light',
      'command-light-nightly',
      'llama-3-sonar-large-32k-chat',
      'llama-3-sonar-large-32k-online',
    ],
  ],
  [0.432, ['yi-vl-plus']],
  [0.410959, ['yi-vision']],
  [0.4, ['claude-instant-1']],
  [0.3572, ['chatglm_turbo', 'chatglm_std', 'glm-3-turbo']],
  [0.3, ['gpt-4o-mini-realtime-preview', 'gpt-4o-mini-realtime-preview-2024-12-17', 'grok-3-mini-fast-beta']],
  [0.275, ['deepseek-reasoner']],
  [0.273973, ['ERNIE-Speed-8K', 'ERNIE-Speed-128K', 'BLOOMZ-7B']],
  [0.25, ['gpt-3.5-turbo', 'gpt-3.5-turbo-0125', 'text-babbage-001', 'command-r']],
  [0.205479, ['ERNIE-Lite-8K-0308']],
  [0.2, ['babbage-002', 'text-ada-001']],
  [0.18, ['yi-34b-chat-0205']],
  [0.171233, ['yi-medium']],
  [0.15, ['grok-3-mini-beta']],
  [0.1429, ['chatglm_lite']],
  [0.136986, ['Embedding-V1', 'bge-large-zh', 'bge-large-en', 'tao-8k']],
  [0.135, ['deepseek-chat', 'deepseek-coder']],
  [0.125, ['claude-3-haiku-20240307']],
  [
    0.1,
    [
      'text-moderation-stable',
      'text-moderation-latest',
      'llama-3-sonar-small-32k-chat',
      'llama-3-sonar-small-32k-online',
    ],
  ],
  [0.0858, ['360gpt-turbo']],
  [0.075, ['gpt-4o-mini', 'gpt-4o-mini-2024-07-18', 'gemini-1.5-flash-latest', 'command-r-08-2024']],
  [0.0715, ['embedding-bert-512-v1', 'embedding_s1_v1', 'semantic_similarity_s1_v1']],
  [0.068493, ['ERNIE-Tiny-8K', 'glm-4-air', 'glm-4-long', 'yi-spark']],
  [0.065, ['text-embedding-3-large']],
  [0.05, ['text-embedding-ada-002', 'gemini-2.0-flash', 'text-embedding-v1']],
  [0.01, ['text-embedding-3-small']],
  [0.001, ['text-embedding-004']],
  // Moderation is free: https://platform.openai.com/docs/guides/moderation, read 2026-11-21
  [0, ['glm-4-flash', 'omni-moderation-latest', 'omni-moderation-2024-09-26']],
]

/** Dollars a call. */
export const appendixModelPrice: PriceGroups = [
  [
    0.1,
    [
      'suno_music',
      'gpt-4-gizmo-*',
      'mj_imagine',
      'mj_variation',
      'mj_reroll',
      'mj_blend',
      'mj_modal',
      'mj_zoom',
      'mj_shorten',
      'mj_high_variation',
      'mj_low_variation',
      'mj_pan',
    ],
  ],
  [0.05, ['mj_describe', 'mj_upscale', 'swap_face', 'mj_upload', 'mj_uploads']],
  [0.04, ['dall-e-3']],
  [0.03, ['imagen-3.0-generate-002']],
  [0.01, ['suno_lyrics']],
  // A search of up to 100 documents.
  [0.0025, ['rerank-v4.0-pro']],
  [0.002, ['rerank-v4.0-fast', 'rerank-v3.5', 'rerank-english-v3.0', 'rerank-multilingual-v3.0']],
  [0, ['mj_inpaint', 'mj_custom_zoom']],
]

/** Tokens read from a cache, relative to uncached input. */
export const appendixCacheRatio: PriceGroups = [
  [0.25, laterPainters],
  [0.25, ['perplexity/sonar']],
  [
    0.5,
    [
      'gpt-4',
      'o1',
      'o1-2024-12-17',
      'o1-preview-2024-09-12',
      'o1-preview',
      'o1-mini-2024-09-12',
      'o1-mini',
      'o3-mini',
      'o3-mini-2025-01-31',
      'gpt-4o-2024-11-20',
      'gpt-4o-2024-08-06',
      'gpt-4o',
      'gpt-4o-mini-2024-07-18',
      'gpt-4o-mini',
      'gpt-4o-realtime-preview',
      'gpt-4o-mini-realtime-preview',
      'gpt-4.5-preview',
      'gpt-4.5-preview-2025-02-27',
    ],
  ],
  [0.25, ['deepseek-chat', 'deepseek-reasoner', 'deepseek-coder']],
  [
    0.1,
    [
      'claude-3-sonnet-20240229',
      'claude-3-opus-20240229',
      'claude-3-haiku-20240307',
      'claude-3-5-haiku-20241022',
      'claude-3-5-sonnet-20240620',
      'claude-3-5-sonnet-20241022',
      'claude-3-7-sonnet-20250219',
      'claude-3-7-sonnet-20250219-thinking',
    ],
  ],
]

/** Output relative to input, where the rule by model name has no value. */
export const appendixCompletionRatio: PriceGroups = [
  [6, laterPainters],
  [2, ['gpt-4-gizmo-*', 'gpt-4-all']],
  [3, ['gpt-4o-gizmo-*']],
  [10, ['perplexity/sonar']],
]

/** Input images relative to input text. */
export const appendixImageRatio: PriceGroups = [[1.6, laterPainters]]
