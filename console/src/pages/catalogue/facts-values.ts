import type { Ability, Modality } from '@sluice/contract/model-abilities'
import type { ModelFacts } from '@sluice/contract/model-facts'

/** The fields of a form for facts; empty = as the data set says. */
export interface FactsValues {
  context_tokens: number | null
  max_output_tokens: number | null
  input_modalities: Modality[]
  output_modalities: Modality[]
  abilities: Ability[]
  end_of_life: string
  /** Null or undefined = as the data set says. */
  is_deprecated: boolean | null | undefined
}

export const blankFacts: FactsValues = {
  context_tokens: null,
  max_output_tokens: null,
  end_of_life: '',
  input_modalities: [],
  output_modalities: [],
  abilities: [],
  is_deprecated: null,
}

export const buildFactsValues = (facts: ModelFacts): FactsValues => ({
  context_tokens: facts.context_tokens ?? null,
  max_output_tokens: facts.max_output_tokens ?? null,
  input_modalities: facts.input_modalities ?? [],
  output_modalities: facts.output_modalities ?? [],
  abilities: facts.abilities ?? [],
  end_of_life: facts.end_of_life ?? '',
  is_deprecated: facts.is_deprecated ?? null,
})

export function buildFacts(values: FactsValues): ModelFacts {
  const { context_tokens, max_output_tokens, input_modalities, output_modalities, abilities } = values
  const { end_of_life, is_deprecated } = values
  return {
    ...(context_tokens !== null && { context_tokens }),
    ...(max_output_tokens !== null && { max_output_tokens }),
    ...(input_modalities.length > 0 && { input_modalities }),
    ...(output_modalities.length > 0 && { output_modalities }),
    ...(abilities.length > 0 && { abilities }),
    ...(end_of_life !== '' && { end_of_life }),
    ...(typeof is_deprecated === 'boolean' && { is_deprecated }),
  }
}
