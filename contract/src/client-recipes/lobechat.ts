import { type ClientRecipe, openaiAddress } from './recipe.ts'

/** https://lobehub.com/docs/usage/providers/openai, read 2026-11-29. No link: one would carry the key to its server. */
export const lobechat: ClientRecipe = {
  id: 'lobechat',
  name: 'LobeChat',
  kind: 'app',
  formats: ['openai'],
  homepage: 'https://lobehub.com',
  fields: (target) => [
    { name: 'AI Service Provider', value: 'OpenAI' },
    { name: 'API Key', value: target.key },
    { name: 'API Proxy URL', value: openaiAddress(target) },
    { name: 'Model ID', value: target.model },
  ],
}
