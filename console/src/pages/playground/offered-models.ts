import { autoGroup } from '@sluice/contract/group'
import type { EndpointType, Pricing } from '@sluice/contract/pricing'

const chatTypes: readonly EndpointType[] = ['openai', 'openai-response', 'anthropic', 'gemini']

/** The models that a chat in `group` can call. Without a price list this is unknown, so all are offered. */
export function modelsOfGroup(models: readonly string[], group: string, pricing: Pricing | undefined): string[] {
  if (pricing === undefined) return [...models]
  const rows = new Map(pricing.data.map((row) => [row.model_name, row]))
  return models.filter((model) => {
    const row = rows.get(model)
    if (row === undefined || !(group === autoGroup || row.enable_groups.includes(group))) return false
    return row.supported_endpoint_types.some((type) => chatTypes.includes(type))
  })
}
