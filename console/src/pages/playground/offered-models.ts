import type { Pricing } from '@sluice/contract/pricing'

/** Names that start with gpt come first, then the alphabet. */
export const sortModels = (models: readonly string[]): string[] =>
  [...models].sort((a, b) => Number(b.startsWith('gpt')) - Number(a.startsWith('gpt')) || a.localeCompare(b))

/** Of these models, those that `group` offers. A model that the price list does not have may be offered. */
export function modelsOfGroup(
  models: readonly string[],
  group: string,
  pricing: Pricing | undefined,
): string[] {
  const groupsOf = new Map(pricing?.data.map((row) => [row.model_name, row.enable_groups]))
  return models.filter((model) => groupsOf.get(model)?.includes(group) ?? true)
}
