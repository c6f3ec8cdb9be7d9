import { type ChatFormat, type ClientRecipe, geminiAddress, openaiAddress } from './recipe.ts'

const keyVariable = 'GATEWAY_API_KEY'

/** Its own providers, by the format that they speak. */
const providers = {
  openai: { formats: ['openai-response', 'openai'], address: openaiAddress },
  anthropic: { formats: ['anthropic'], address: openaiAddress },
  google: { formats: ['gemini'], address: geminiAddress },
} as const satisfies Record<string, { formats: readonly ChatFormat[]; address(target: { url: string }): string }>
export type OpencodeProvider = keyof typeof providers

const opencodeProviderOf = (format: ChatFormat): OpencodeProvider =>
  format === 'anthropic' ? 'anthropic' : format === 'gemini' ? 'google' : 'openai'

/** Its configuration: the given models, called by each of the given providers. */
export function buildOpencodeConfig({
  url,
  use,
  models,
  smallModel,
}: {
  url: string
  use: readonly OpencodeProvider[]
  models: readonly string[]
  /** With its provider: it makes the titles. */
  smallModel: string
}): string {
  const provider = Object.fromEntries(
    use.map((name) => [
      name,
      {
        options: { baseURL: providers[name].address({ url }), apiKey: `{env:${keyVariable}}` },
        models: Object.fromEntries(models.map((model) => [model, {}])),
      },
    ]),
  )
  return JSON.stringify({ autoupdate: false, share: 'disabled', small_model: smallModel, provider }, null, 2)
}

/** https://opencode.ai/docs/providers, read 2026-11-29. */
export const opencode: ClientRecipe = {
  id: 'opencode',
  name: 'opencode',
  kind: 'terminal',
  formats: ['openai-response', 'anthropic', 'gemini'],
  homepage: 'https://opencode.ai',
  environment: ({ key }) => ({ [keyVariable]: key }),
  files: ({ url, model, format }) => {
    const name = opencodeProviderOf(format)
    return {
      '.config/opencode/opencode.json': buildOpencodeConfig({
        url,
        use: [name],
        models: [model],
        smallModel: `${name}/${model}`,
      }),
    }
  },
  command: ({ model, format }) => ['opencode', '--model', `${opencodeProviderOf(format)}/${model}`],
}
