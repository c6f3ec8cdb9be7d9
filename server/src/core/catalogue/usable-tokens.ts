import { modelRulesOf } from '../chat/model-rules-of.ts'
import type { UsableTokens } from '../usage/usage-report.ts'
import { knownFactsOf } from './known-facts.ts'

/** The output that is believed of an answer of a model whose limit is unknown: no limit of a known maker is larger. */
const unknownOutputMost = 131_072
/** The same for the input: the largest context of the known makers. */
const unknownInputMost = 2_097_152

/** The longest output of an answer of the model; null = unknown. */
export const outputLimitOf = (model: string): number | null =>
  knownFactsOf(model).max_output_tokens ?? modelRulesOf(model)?.maxOutputTokens ?? null

/** The most tokens that a call of the model can use, with `answers` answers of `requested` tokens each. */
export function usableTokensOf(
  model: string,
  { requested = null, answers = 1 }: { requested?: number | null; answers?: number } = {},
): UsableTokens {
  const limit = outputLimitOf(model) ?? unknownOutputMost
  return {
    input: knownFactsOf(model).context_tokens ?? unknownInputMost,
    output: Math.min(limit, requested ?? limit) * answers,
    outputWithReasoning: limit * answers,
  }
}
