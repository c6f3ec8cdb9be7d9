import { base64Of } from './base64.ts'
import type { ClientRecipe, ClientTarget } from './recipe.ts'

/** The entry that its link adds. It completes the address by the path of the format. */
const cherryConfig = ({ url, key, site }: Pick<ClientTarget, 'url' | 'key' | 'site'>): string =>
  base64Of(JSON.stringify({ id: 'new-api', name: site, type: 'openai', baseUrl: url, apiKey: key }))

/** https://docs.cherry-ai.com, read 2026-11-29. */
export const cherryStudio: ClientRecipe = {
  id: 'cherry-studio',
  name: 'Cherry Studio',
  kind: 'app',
  formats: ['openai'],
  homepage: 'https://cherry-ai.com',
  links: (target) => [
    { href: `cherrystudio://providers/api-keys?v=1&data=${encodeURIComponent(cherryConfig(target))}` },
  ],
  fields: (target) => [
    { name: 'API Key', value: target.key },
    { name: 'API Host', value: target.url },
    { name: 'Model ID', value: target.model },
  ],
}
