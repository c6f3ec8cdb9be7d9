import { type ClientRecipe, openaiAddress } from './recipe.ts'

/** https://docs.openwebui.com/getting-started/quick-start/connect-a-provider, read 2026-11-29. */
export const openWebui: ClientRecipe = {
  id: 'open-webui',
  name: 'Open WebUI',
  kind: 'app',
  formats: ['openai'],
  homepage: 'https://openwebui.com',
  fields: (target) => [
    { name: 'Admin Settings', value: 'Connections → OpenAI API → +' },
    { name: 'URL', value: openaiAddress(target) },
    { name: 'Key', value: target.key },
  ],
}
