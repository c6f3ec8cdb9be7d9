import { z } from 'zod'
import { abilities, modalities } from './model-abilities.ts'

export const tokenBounds = { min: 1, max: 1_000_000_000 } as const
const tokens = z.number().int().min(tokenBounds.min).max(tokenBounds.max)

/** Facts about a model. An absent fact is unknown. */
export const modelFacts = z.object({
  context_tokens: tokens.optional(),
  max_output_tokens: tokens.optional(),
  input_modalities: z.array(z.enum(modalities)).max(modalities.length).optional(),
  output_modalities: z.array(z.enum(modalities)).max(modalities.length).optional(),
  abilities: z.array(z.enum(abilities)).max(abilities.length).optional(),
  /** The day after which its maker no longer offers it, `2027-01-31`. */
  end_of_life: z.iso.date().optional(),
  /** Its maker advises against using it. */
  is_deprecated: z.boolean().optional(),
})
export type ModelFacts = z.infer<typeof modelFacts>

/** Facts of an entry win over those of the data set, each by itself. */
export const mergeFacts = (own: ModelFacts, known: ModelFacts): ModelFacts => ({ ...known, ...own })
