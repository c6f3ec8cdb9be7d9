import { exampleBodyOf, exampleHeadersOf, examplePathOf } from './example-request.ts'
import type { ClientRecipe } from './recipe.ts'
import { shellText } from './shell-text.ts'

export const curl: ClientRecipe = {
  id: 'curl',
  name: 'curl',
  kind: 'code',
  formats: ['openai', 'openai-response', 'anthropic', 'gemini'],
  code: (target) => ({
    language: 'sh',
    text: [
      `curl ${shellText(target.url + examplePathOf(target))}`,
      ...Object.entries(exampleHeadersOf(target)).map(([name, value]) => `-H ${shellText(`${name}: ${value}`)}`),
      `-d ${shellText(JSON.stringify(exampleBodyOf(target), null, target.body ? 2 : 0))}`,
    ].join(' \\\n  '),
  }),
}
