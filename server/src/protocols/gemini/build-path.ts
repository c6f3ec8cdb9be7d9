import type { GeminiOperation } from './parse-path.ts'

/** API version by model, `default` for the others; option `gemini.version_settings`. */
export type GeminiVersions = Readonly<Record<string, string>>

/** The version of the API that serves `model`. */
export const geminiVersionOf = (model: string, versions: GeminiVersions): string =>
  versions[model] || versions.default || 'v1beta'

/** Path and query of a call, after the base URL. Streams always use server-sent events. */
export function buildGeminiPath(call: { version: string; model: string; operation: GeminiOperation }): string {
  // Tuned models include their folder; everything else is one segment.
  const name = call.model.startsWith('tunedModels/')
    ? `tunedModels/${encodeURIComponent(call.model.slice('tunedModels/'.length))}`
    : `models/${encodeURIComponent(call.model.replace(/^models\//, ''))}`
  const query = call.operation === 'streamGenerateContent' ? '?alt=sse' : ''
  return `/${call.version}/${name}:${call.operation}${query}`
}
