import type { ClientRecipe, ClientTarget } from './recipe.ts'

/** It calls a small model for titles, which a site without any Haiku does not have. */
const lacksHaiku = ({ models }: ClientTarget): boolean =>
  models.length > 0 && !models.some((model) => model.includes('haiku'))

/** https://docs.claude.com/en/docs/claude-code/llm-gateway, read 2026-11-28. */
export const claudeCode: ClientRecipe = {
  id: 'claude-code',
  name: 'Claude Code',
  kind: 'terminal',
  formats: ['anthropic'],
  homepage: 'https://claude.com/claude-code',
  environment: (target) => ({
    ANTHROPIC_BASE_URL: target.url,
    ANTHROPIC_AUTH_TOKEN: target.key,
    ...(lacksHaiku(target) && { ANTHROPIC_DEFAULT_HAIKU_MODEL: target.model }),
  }),
  command: ({ model }) => ['claude', '--model', model],
  notes: ['node22'],
}
