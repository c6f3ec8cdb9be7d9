import { type ClientRecipe, openaiAddress } from './recipe.ts'

const keyVariable = 'GATEWAY_API_KEY'

/** https://developers.openai.com/codex/config-reference, read 2026-11-28. */
export const codex: ClientRecipe = {
  id: 'codex',
  name: 'Codex',
  kind: 'terminal',
  formats: ['openai-response'],
  homepage: 'https://developers.openai.com/codex',
  environment: ({ key }) => ({ [keyVariable]: key }),
  files: (target) => ({
    '.codex/config.toml': `model_provider = "gateway"

[model_providers.gateway]
name = ${JSON.stringify(target.site)}
base_url = ${JSON.stringify(openaiAddress(target))}
env_key = "${keyVariable}"
wire_api = "responses"
`,
  }),
  command: ({ model }) => ['codex', '--model', model],
}
