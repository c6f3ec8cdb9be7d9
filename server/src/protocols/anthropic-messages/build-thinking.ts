import type { Thinking } from '../../core/chat/chat-request.ts'
import type { ThinkingRules } from '../../core/chat/model-rules.ts'
import type { RequestThinking } from './wire.ts'

/** `thinking` and `output_config.effort` of a body, in a form that the model supports. */
export function buildThinking(
  thinking: Thinking | undefined,
  off: ThinkingRules['off'],
): { thinking?: RequestThinking; effort?: string } {
  switch (thinking?.kind) {
    case undefined:
      return {}
    case 'off':
      return { thinking: { type: off === 'between_tools' ? 'between_tools' : 'disabled' } }
    case 'budget':
      return { thinking: { type: 'enabled', budget_tokens: thinking.tokens } }
    case 'effort':
    case 'adaptive':
      // A model without rules may not think by default.
      if (thinking.kind === 'adaptive' && thinking.isUnasked) return {}
      return {
        thinking: { type: 'adaptive', ...displayOf(thinking.isShown) },
        ...(thinking.effort ? { effort: thinking.effort } : {}),
      }
  }
}

const displayOf = (isShown: boolean | undefined): { display?: 'summarized' | 'omitted' } =>
  isShown === undefined ? {} : { display: isShown ? 'summarized' : 'omitted' }
