/** 0: by tokens, at ratios; 1: a fixed price for each call. */
export const quotaTypes = { byTokens: 0, perCall: 1 } as const

/** Ways to call a model: chat formats, and other operations. */
export const endpointTypes = [
  'openai',
  'openai-response',
  'anthropic',
  'gemini',
  'completions',
  'embeddings',
  'rerank',
  'image-generation',
  'speech',
  'transcription',
  'moderation',
  'openai-video',
] as const
export type EndpointType = (typeof endpointTypes)[number]

/** Those that answer at once. A video is a task, which no test and no dry run makes. */
export const callEndpoints = endpointTypes.filter((type) => type !== 'openai-video')
export type CallEndpoint = (typeof callEndpoints)[number]

/** The path of each. `{model}` is replaced by the model's name. */
export const endpointPaths: Readonly<Record<EndpointType, string>> = {
  openai: '/v1/chat/completions',
  'openai-response': '/v1/responses',
  anthropic: '/v1/messages',
  gemini: '/v1beta/models/{model}:generateContent',
  completions: '/v1/completions',
  embeddings: '/v1/embeddings',
  rerank: '/v1/rerank',
  'image-generation': '/v1/images/generations',
  speech: '/v1/audio/speech',
  transcription: '/v1/audio/transcriptions',
  moderation: '/v1/moderations',
  'openai-video': '/v1/videos',
}
