import type { Thinking } from './chat-request.ts'

export interface SuffixedModel {
  /** The name without its suffix. */
  base: string
  /** The thinking that the suffix requests. It overrides the request. */
  thinking: Thinking
}

const pattern = /^(.+)-(thinking-(\d{1,6})|thinking|nothinking|none|minimal|low|medium|high|xhigh|max)$/

/**
 * Splits `model` where it ends in a thinking suffix: `-thinking`, `-thinking-8192`, `-nothinking`, or an effort.
 * Null otherwise. Many real names end like this too (`kimi-k2-thinking`, `qwen-max`): the caller must not split a name
 * that is offered as it is.
 */
export function parseModelSuffix(model: string): SuffixedModel | null {
  const [, base, suffix, tokens] = pattern.exec(model) ?? []
  if (!base || !suffix) return null
  return { base, thinking: thinkingOf(suffix, tokens) }
}

function thinkingOf(suffix: string, tokens: string | undefined): Thinking {
  if (tokens !== undefined)
    return Number(tokens) === 0 ? { kind: 'off' } : { kind: 'budget', tokens: Number(tokens), isShown: true }
  switch (suffix) {
    case 'thinking':
      return { kind: 'adaptive', isShown: true }
    case 'minimal':
    case 'low':
    case 'medium':
    case 'high':
    case 'xhigh':
    case 'max':
      return { kind: 'effort', effort: suffix, isShown: true }
    default:
      return { kind: 'off' }
  }
}
