import { claudeModels, olderClaudeModels } from '../offered-models.ts'

/** Models offered for a new channel; any id or ARN of Bedrock may be added. */
export const bedrockModels: readonly string[] = [...claudeModels, ...olderClaudeModels]
