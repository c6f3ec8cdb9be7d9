import { endpointPaths } from '../priced-kinds.ts'
import type { ClientTarget } from './recipe.ts'

const hello = [{ role: 'user', content: 'Hello' }]

/** The path, headers and body of a first call, in each format. */
export const examplePathOf = ({ format, model }: Pick<ClientTarget, 'format' | 'model'>): string =>
  endpointPaths[format].replace('{model}', encodeURIComponent(model))

export function exampleHeadersOf({ format, key }: Pick<ClientTarget, 'format' | 'key'>): Record<string, string> {
  const json = { 'Content-Type': 'application/json' }
  if (format === 'anthropic') return { 'x-api-key': key, 'anthropic-version': '2023-06-01', ...json }
  if (format === 'gemini') return { 'x-goog-api-key': key, ...json }
  return { Authorization: `Bearer ${key}`, ...json }
}

export function exampleBodyOf({
  format,
  model,
  body,
}: Pick<ClientTarget, 'format' | 'model' | 'body'>): Readonly<Record<string, unknown>> {
  if (body) return body
  if (format === 'openai-response') return { model, input: 'Hello' }
  if (format === 'anthropic') return { model, max_tokens: 1024, messages: hello }
  if (format === 'gemini') return { contents: [{ role: 'user', parts: [{ text: 'Hello' }] }] }
  return { model, messages: hello }
}
