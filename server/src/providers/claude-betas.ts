import type { HeaderCall } from './provider.ts'

/** The operator's headers for an Anthropic model, with names in lower case. */
export function claudeHeadersOf({ model, settings }: Pick<HeaderCall, 'model' | 'settings'>): Record<string, string> {
  const own = Object.hasOwn(settings.claudeHeaders, model) ? settings.claudeHeaders[model] : {}
  return Object.fromEntries(Object.entries(own ?? {}).map(([name, values]) => [name.toLowerCase(), values.join(',')]))
}

/** Beta features of a call: those of the operator together with those of the client. */
export function claudeBetas(call: Pick<HeaderCall, 'model' | 'settings' | 'clientHeaders'>): string[] {
  const texts = [claudeHeadersOf(call)['anthropic-beta'], call.clientHeaders?.get('anthropic-beta')]
  const names = texts.flatMap((text) => (text ? text.split(',') : [])).map((name) => name.trim())
  return [...new Set(names.filter((name) => name !== ''))]
}

/**
 * Betas that cloud platforms accept. They refuse a call with any other.
 * https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages-request-response.html,
 * as known on 2026-11-22
 */
const cloudBetas: ReadonlySet<string> = new Set([
  'computer-use-2024-10-22',
  'computer-use-2025-01-24',
  'computer-use-2025-11-24',
  'token-efficient-tools-2025-02-19',
  'interleaved-thinking-2025-05-14',
  'dev-full-thinking-2025-05-14',
  'output-128k-2025-02-19',
  'context-1m-2025-08-07',
  'context-management-2025-06-27',
  'effort-2025-11-24',
  'tool-search-tool-2025-10-19',
  'tool-examples-2025-10-29',
])

export const betasForCloud = (betas: readonly string[]): string[] => betas.filter((name) => cloudBetas.has(name))
