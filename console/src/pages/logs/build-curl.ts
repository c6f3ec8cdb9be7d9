import { shellText } from '@sluice/contract/client-recipes/shell-text'
import type { LogRow } from './log-rows.ts'

/** In place of the key, which the log does not know: the shell fills it in. */
const keyPlace = '$SLUICE_KEY'
const text = 'Hello'

const bodies: readonly (readonly [path: RegExp, body: (model: string) => object])[] = [
  [/\/chat\/completions$/, (model) => ({ model, messages: [{ role: 'user', content: text }] })],
  [/\/messages$/, (model) => ({ model, max_tokens: 256, messages: [{ role: 'user', content: text }] })],
  [/\/(responses|embeddings|moderations)$/, (model) => ({ model, input: text })],
  [/\/images\/generations$/, (model) => ({ model, prompt: text })],
  [/\/audio\/speech$/, (model) => ({ model, voice: 'alloy', input: text })],
  [/\/rerank$/, (model) => ({ model, query: text, documents: [text] })],
  [/:(stream)?[gG]enerateContent$/, () => ({ contents: [{ parts: [{ text }] }] })],
  [/\/completions$/, (model) => ({ model, prompt: text })],
]

/**
 * A call like that of the row, to paste into a terminal: its address and model, the key as a variable of the shell, and
 * an example in place of the content, which is not stored. Null where the row does not know its path.
 */
export function buildCurl({ detail, model_name, is_stream }: LogRow, baseUrl: string): string | null {
  const { path } = detail
  if (path === undefined || model_name === '') return null
  const isAnthropic = /\/messages$/.test(path)
  const body = bodies.find(([known]) => known.test(path))?.[1](model_name) ?? { model: model_name }
  const streamed = is_stream && 'model' in body ? { ...body, stream: true } : body
  return [
    `curl ${baseUrl}${path} \\`,
    // In double quotes, so that the shell fills in the key.
    isAnthropic ? `  -H "x-api-key: ${keyPlace}" \\` : `  -H "Authorization: Bearer ${keyPlace}" \\`,
    ...(isAnthropic ? [`  -H ${shellText('anthropic-version: 2023-06-01')} \\`] : []),
    `  -H ${shellText('Content-Type: application/json')} \\`,
    `  -d ${shellText(JSON.stringify(streamed))}`,
  ].join('\n')
}
