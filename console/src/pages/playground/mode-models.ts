import { autoGroup } from '@sluice/contract/group'
import type { EndpointType } from '@sluice/contract/priced-kinds'
import type { Pricing } from '@sluice/contract/pricing'
import { keysOf } from '@sluice/contract/typed-keys'

/** What the playground does beside chat, and the way to call that its models serve. */
const modeTypes = {
  picture: 'image-generation',
  speech: 'speech',
  transcript: 'transcription',
  embedding: 'embeddings',
  video: 'openai-video',
} as const satisfies Record<string, EndpointType>
export type Mode = keyof typeof modeTypes
/** A mode that one call answers. A video is asked for until it is made. */
export type CallMode = Exclude<Mode, 'video'>
const modes = keysOf(modeTypes)

/** The models of each mode in a group. Modes without a model, and all of them without a price list, are left out. */
export function modelsOfModes(
  models: readonly string[],
  group: string,
  pricing: Pricing | undefined,
): ReadonlyMap<Mode, readonly string[]> {
  if (pricing === undefined) return new Map()
  const entries = modes.map((mode) => [mode, offeredBy(models, group, pricing, [modeTypes[mode]])] as const)
  return new Map(entries.filter(([, found]) => found.length > 0))
}

/** The models in `group` that can be called in one of the ways `types`. */
export function offeredBy(
  models: readonly string[],
  group: string,
  pricing: Pricing,
  types: readonly EndpointType[],
): string[] {
  const rows = new Map(pricing.data.map((row) => [row.model_name, row]))
  return models.filter((model) => {
    const row = rows.get(model)
    if (row === undefined || !(group === autoGroup || row.enable_groups.includes(group))) return false
    return row.supported_endpoint_types.some((type) => types.includes(type))
  })
}
