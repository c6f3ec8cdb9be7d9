import type { Thinking } from '../../core/chat/chat-request.ts'
import type { WireThinking } from './wire.ts'

/**
 * `thinkingConfig` of a request, in a form that the model supports; undefined = unset. Budget and level are never both
 * sent: the API answers 400.
 */
export function buildGeminiThinking(thinking: Thinking): WireThinking | undefined {
  if (thinking.kind === 'off') return { thinkingBudget: 0 }
  // Thoughts are included unless the caller's protocol excludes them: otherwise its reasoning fields stay empty.
  const shown = thinking.isShown === false ? {} : { includeThoughts: true }
  const amount = thinking.kind === 'budget' ? { thinkingBudget: thinking.tokens } : levelOf(thinking.effort)
  const config = { ...amount, ...shown }
  return Object.keys(config).length > 0 ? config : undefined
}

const levelOf = (effort: string | undefined) => (effort ? { thinkingLevel: effort } : {})
