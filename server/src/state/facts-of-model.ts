import { type ModelFacts, mergeFacts } from '@sluice/contract/model-facts'
import { knownFactsOf } from '../core/catalogue/known-facts.ts'
import { modelRulesOf } from '../core/chat/model-rules-of.ts'
import type { ModelCardRow } from '../store/catalogue.ts'
import { parseFacts } from './parse-facts.ts'

/** By the operator, else by the public data set, else by the rules of the gateway for the model. */
export function factsOfModel(model: string, card: ModelCardRow | null): ModelFacts {
  const limit = modelRulesOf(model)?.maxOutputTokens ?? null
  const known = { ...(limit !== null && { max_output_tokens: limit }), ...knownFactsOf(model) }
  return mergeFacts(parseFacts(card?.facts ?? null), known)
}
