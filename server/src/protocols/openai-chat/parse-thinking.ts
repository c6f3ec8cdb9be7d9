import { isRecord, type JsonRecord, numberOf, recordOf } from '@sluice/contract/read-json'
import { isOneOf } from '@sluice/contract/typed-keys'
import type { Effort, Thinking } from '../../core/chat/chat-request.ts'

const efforts: readonly Effort[] = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']

/** A valid effort in `wire`; undefined for anything else. */
export const effortOf = (wire: unknown): Effort | undefined => (isOneOf(efforts, wire) ? wire : undefined)

/**
 * How much thinking a request asks for. The protocol has `reasoning_effort`; clients of other providers use `reasoning`
 * (OpenRouter), `thinking` (DeepSeek, GLM, Ark), `enable_thinking` (Qwen) or `extra_body.google.thinking_config`
 * (Gemini). Requested thinking is shown unless it is excluded.
 */
export function parseThinking(body: JsonRecord): Thinking | undefined {
  const requested = recordOf(body.reasoning)
  const google = recordOf(recordOf(recordOf(body.extra_body).google ?? body.google).thinking_config)
  const isShown = requested.exclude !== true && body.include_reasoning !== false && google.include_thoughts !== false
  const effort = effortOf(body.reasoning_effort) ?? effortOf(requested.effort) ?? effortOf(google.thinking_level)
  if (effort === 'none') return { kind: 'off' }
  if (effort !== undefined) return { kind: 'effort', effort, isShown }
  const tokens = numberOf(requested.max_tokens) ?? numberOf(google.thinking_budget)
  if (tokens !== undefined) return budgetOf(tokens, isShown)
  if (requested.enabled === false) return { kind: 'off' }
  if (requested.enabled === true) return { kind: 'adaptive', isShown }
  return parseSwitch(body, isShown)
}

function parseSwitch(body: JsonRecord, isShown: boolean): Thinking | undefined {
  const budget = numberOf(body.thinking_budget)
  if (isRecord(body.thinking)) {
    const { type, budget_tokens: tokens } = body.thinking
    if (type === 'disabled') return { kind: 'off' }
    if (numberOf(tokens) !== undefined) return budgetOf(numberOf(tokens) ?? 0, isShown)
    if (type === 'enabled' || type === 'adaptive') return { kind: 'adaptive', isShown }
  }
  if (body.enable_thinking === false) return { kind: 'off' }
  if (budget !== undefined) return budgetOf(budget, isShown)
  return body.enable_thinking === true ? { kind: 'adaptive', isShown } : undefined
}

const budgetOf = (tokens: number, isShown: boolean): Thinking =>
  tokens === 0 ? { kind: 'off' } : { kind: 'budget', tokens: Math.max(-1, Math.trunc(tokens)), isShown }
