import { countPromptTokens } from './count-tokens.ts'
import { estimateTokens } from './estimate-tokens.ts'

/**
 * Tokens of the prompt of a parsed OpenAI request, by arithmetic alone: for reservations, before the call. The model
 * matters only for images, which a few models count differently.
 */
export const estimatePromptTokens = (body: unknown, model = ''): number =>
  countPromptTokens(body, model, estimateTokens)
