import { type ClientLink, type ClientRecipe, type ClientTarget, openaiAddress } from './recipe.ts'

/** The programs that it sets up, with the address that each wants. */
const apps = {
  anthropic: { app: 'claude', name: 'Claude Code', address: ({ url }: ClientTarget) => url },
  'openai-response': { app: 'codex', name: 'Codex', address: openaiAddress },
  gemini: { app: 'gemini', name: 'Gemini CLI', address: ({ url }: ClientTarget) => url },
} as const

function linkOf(target: ClientTarget): ClientLink[] {
  if (target.format === 'openai') return []
  const { app, name, address } = apps[target.format]
  const query = {
    resource: 'provider',
    app,
    name: target.site,
    endpoint: address(target),
    apiKey: target.key,
    model: target.model,
    homepage: target.url,
    enabled: 'true',
  }
  const pairs = Object.entries(query).map(([field, value]) => `${field}=${encodeURIComponent(value)}`)
  return [{ name, href: `ccswitch://v1/import?${pairs.join('&')}` }]
}

/** It writes the settings of command line agents: here of the one that speaks the format. */
export const ccSwitch: ClientRecipe = {
  id: 'cc-switch',
  name: 'CC Switch',
  kind: 'app',
  formats: ['anthropic', 'openai-response', 'gemini'],
  homepage: 'https://ccswitch.io',
  links: linkOf,
}
