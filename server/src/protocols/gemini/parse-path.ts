export type GeminiOperation =
  | 'generateContent'
  | 'streamGenerateContent'
  | 'countTokens'
  | 'embedContent'
  | 'batchEmbedContents'
  | 'predict'

/** The content of an API path: model and streaming are not in the body. */
export interface GeminiPath {
  model: string
  operation: GeminiOperation
  isStream: boolean
}

const operations: readonly string[] = [
  'generateContent',
  'streamGenerateContent',
  'countTokens',
  'embedContent',
  'batchEmbedContents',
  'predict',
]

/**
 * Reads `…/models/{model}:{operation}` after any prefix. Null for another path. The model name may contain slashes and
 * colons, escaped or not.
 */
export function parseGeminiPath(path: string): GeminiPath | null {
  const match = /(?:^|\/)models\/(.+):([A-Za-z]+)$/.exec(path)
  const model = decode(match?.[1] ?? '')
  const operation = match?.[2] ?? ''
  if (model.trim() === '' || !isOperation(operation)) return null
  return { model, operation, isStream: operation === 'streamGenerateContent' }
}

const isOperation = (name: string): name is GeminiOperation => operations.includes(name)

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The framing of a streamed answer: `alt=sse` selects events, otherwise the client reads one JSON array. */
export const geminiFraming = (alt: string | null | undefined): GeminiFraming =>
  alt?.toLowerCase() === 'sse' ? 'sse' : 'array'

export type GeminiFraming = 'sse' | 'array'
