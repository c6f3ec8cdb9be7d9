import type { Ability, Modality, ModelFacts } from '@sluice/contract/model-facts'

/** The fields of a form for facts; empty = as the data set says. */
export interface FactsValues {
  context_tokens: number | null
  max_output_tokens: number | null
  input_modalities: Modality[]
  output_modalities: Modality[]
  abilities: Ability[]
  end_of_life: string
}

export const blankFacts: FactsValues = {
  ...{ context_tokens: null, max_output_tokens: null, end_of_life: '' },
  ...{ input_modalities: [], output_modalities: [], abilities: [] },
}

export const buildFactsValues = (facts: ModelFacts): FactsValues => ({
  context_tokens: facts.context_tokens ?? null,
  max_output_tokens: facts.max_output_tokens ?? null,
  input_modalities: facts.input_modalities ?? [],
  output_modalities: facts.output_modalities ?? [],
  abilities: facts.abilities ?? [],
  end_of_life: facts.end_of_life ?? '',
})

/** `former`: the facts before, of which the form does not edit all. */
export function buildFacts(values: FactsValues, former: ModelFacts): ModelFacts {
  const { context_tokens, max_output_tokens, input_modalities, output_modalities, abilities, end_of_life } =
    values
  return {
    ...(context_tokens !== null && { context_tokens }),
    ...(max_output_tokens !== null && { max_output_tokens }),
    ...(input_modalities.length > 0 && { input_modalities }),
    ...(output_modalities.length > 0 && { output_modalities }),
    ...(abilities.length > 0 && { abilities }),
    ...(end_of_life !== '' && { end_of_life }),
    ...(former.is_deprecated !== undefined && { is_deprecated: former.is_deprecated }),
  }
}
