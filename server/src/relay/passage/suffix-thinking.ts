import type { ChatRequest, Thinking } from '../../core/chat/chat-request.ts'
import { makerOf, modelRulesOf } from '../../core/chat/model-rules-of.ts'
import { outputDefaultOf } from '../../protocols/anthropic-messages/output-default.ts'
import type { OptionValues } from '../../state/option-registry.ts'

/** Smallest output limit: 80 % of it is Claude's smallest thinking budget. */
const claudeOutputMin = 1_280
const geminiBudgetMax = 24_576

/**
 * The request with the thinking that the model suffix requests. Plain `-thinking` yields to the request's own thinking;
 * if the model has a budget, it is the operator's share of the output limit.
 */
export function withSuffixThinking(request: ChatRequest, thinking: Thinking, options: OptionValues): ChatRequest {
  if (!isPlainThinking(thinking)) return { ...request, thinking }
  if (request.thinking) return request
  const rules = modelRulesOf(request.model)
  if (rules?.thinking?.forms[0] !== 'budget') return { ...request, thinking }
  if (makerOf(request.model) === 'anthropic') {
    const requested = request.maxOutputTokens ?? outputDefaultOf(options, request.model, rules)
    const maxOutputTokens = Math.max(requested, claudeOutputMin)
    const tokens = Math.trunc(maxOutputTokens * options['claude.thinking_adapter_budget_tokens_percentage'])
    return { ...request, maxOutputTokens, thinking: { kind: 'budget', tokens, isShown: true } }
  }
  // Without a limit there is no share: the model decides.
  if (request.maxOutputTokens === undefined) return { ...request, thinking }
  const share = request.maxOutputTokens * options['gemini.thinking_adapter_budget_tokens_percentage']
  const tokens = Math.min(Math.trunc(share), geminiBudgetMax)
  return { ...request, thinking: { kind: 'budget', tokens, isShown: true } }
}

/** `-thinking` alone, without an amount. */
export const isPlainThinking = (thinking: Thinking): boolean =>
  thinking.kind === 'adaptive' && thinking.effort === undefined
