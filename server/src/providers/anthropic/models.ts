import { claudeModels, olderClaudeModels } from '../offered-models.ts'

/** Models offered for a new channel. https://platform.claude.com/docs/en/about-claude/models, read 2026-11-20 */
export const anthropicModels: readonly string[] = ['claude-fable-5-1', ...claudeModels, ...olderClaudeModels]
