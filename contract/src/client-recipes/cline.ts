import { type ClientRecipe, openaiAddress } from './recipe.ts'

/** https://docs.cline.bot/provider-config/openai-compatible, read 2026-11-28. */
export const cline: ClientRecipe = {
  id: 'cline',
  name: 'Cline',
  kind: 'app',
  formats: ['openai'],
  homepage: 'https://cline.bot',
  fields: (target) => [
    { name: 'API Provider', value: 'OpenAI Compatible' },
    { name: 'Base URL', value: openaiAddress(target) },
    { name: 'API Key', value: target.key },
    { name: 'Model ID', value: target.model },
  ],
  command: (target) => [
    'cline',
    'auth',
    '-p',
    'openai',
    '-k',
    target.key,
    '-b',
    openaiAddress(target),
    '-m',
    target.model,
  ],
}
