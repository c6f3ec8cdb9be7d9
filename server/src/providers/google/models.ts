import { geminiModels } from '../offered-models.ts'

/** Models offered for a new channel. https://ai.google.dev/gemini-api/docs/models, read 2026-11-20 */
export const googleModels: readonly string[] = [
  ...geminiModels,
  'gemini-3.8-live',
  'gemini-3-pro-image',
  'gemini-3.1-flash-image',
  'imagen-4.0-generate-001',
  'gemini-embedding-2',
]
