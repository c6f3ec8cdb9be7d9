import { exampleBodyOf } from '@sluice/contract/client-recipes/example-request'
import { type EndpointType, endpointPaths } from '@sluice/contract/priced-kinds'

/** A call as plain data, from which the example in each language is written. */
export interface ExampleCall {
  url: string
  /** The header with the key, and its prefix before the key. */
  auth: { name: string; prefix: string }
  /** Further headers. */
  headers: Readonly<Record<string, string>>
  /** The JSON body; of a form its fields beside the file. */
  body: Readonly<Record<string, unknown>>
  /** The field with the file; null = the body is JSON. */
  fileField: string | null
  /** The name of the answered file; null = the answer is JSON. */
  answerFile: string | null
}

const bodies: Readonly<Record<EndpointType, (model: string) => Record<string, unknown>>> = {
  openai: (model) => exampleBodyOf({ format: 'openai', model }),
  'openai-response': (model) => exampleBodyOf({ format: 'openai-response', model }),
  anthropic: (model) => exampleBodyOf({ format: 'anthropic', model }),
  gemini: (model) => exampleBodyOf({ format: 'gemini', model }),
  completions: (model) => ({ model, prompt: 'Once upon a time', max_tokens: 64 }),
  embeddings: (model) => ({ model, input: 'The food was delicious' }),
  rerank: (model) => ({ model, query: 'capital of France', documents: ['Paris', 'Berlin'], top_n: 1 }),
  'image-generation': (model) => ({ model, prompt: 'A lighthouse at dawn', n: 1, size: '1024x1024' }),
  speech: (model) => ({ model, input: 'Hello', voice: 'alloy' }),
  transcription: (model) => ({ model }),
  moderation: (model) => ({ model, input: 'I like trains' }),
  'openai-video': (model) => ({ model, prompt: 'A lighthouse at dawn', seconds: '5' }),
}

const bearer = { name: 'Authorization', prefix: 'Bearer ' }
const auths: Readonly<Partial<Record<EndpointType, ExampleCall['auth']>>> = {
  anthropic: { name: 'x-api-key', prefix: '' },
  gemini: { name: 'x-goog-api-key', prefix: '' },
}

/** The call of `model` by an endpoint, at the address of the site. */
export function exampleCallOf(type: EndpointType, { site, model }: { site: string; model: string }): ExampleCall {
  const path = endpointPaths[type].replace('{model}', encodeURIComponent(model))
  return {
    url: site.replace(/\/+$/, '') + path,
    auth: auths[type] ?? bearer,
    headers: type === 'anthropic' ? { 'anthropic-version': '2023-06-01' } : {},
    body: bodies[type](model),
    fileField: type === 'transcription' ? 'file' : null,
    answerFile: type === 'speech' ? 'speech.mp3' : null,
  }
}
