import { type ClientRecipe, openaiAddress } from './recipe.ts'

/** https://qwenlm.github.io/qwen-code-docs, read 2026-11-28. */
export const qwenCode: ClientRecipe = {
  id: 'qwen-code',
  name: 'Qwen Code',
  kind: 'terminal',
  formats: ['openai'],
  homepage: 'https://qwenlm.github.io/qwen-code-docs',
  environment: (target) => ({ OPENAI_BASE_URL: openaiAddress(target), OPENAI_API_KEY: target.key }),
  command: ({ model }) => ['qwen', '--auth-type', 'openai', '--model', model],
  notes: ['node22'],
}
