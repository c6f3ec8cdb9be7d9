import { type ClientRecipe, openaiAddress } from './recipe.ts'

/** Its own servers make the calls, so the address must be reachable from the internet. */
export const cursor: ClientRecipe = {
  id: 'cursor',
  name: 'Cursor',
  kind: 'app',
  formats: ['openai'],
  homepage: 'https://cursor.com',
  fields: (target) => [
    { name: 'Settings', value: 'Models → API Keys' },
    { name: 'OpenAI API Key', value: target.key },
    { name: 'Override OpenAI Base URL', value: openaiAddress(target) },
    { name: 'Add Custom Model', value: target.model },
  ],
  notes: ['publicAddress'],
}
