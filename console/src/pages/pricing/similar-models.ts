import type { ModelSpeed } from '@sluice/contract/model-speed'
import { quotaTypes } from '@sluice/contract/priced-kinds'
import type { PricingRow } from '@sluice/contract/pricing'

interface SimilarModels {
  /** Those nearest in price first. */
  cheaper: PricingRow[]
  /** The fastest first. */
  faster: PricingRow[]
}

interface Place {
  rows: readonly PricingRow[]
  group: string
  /** Unknown speeds: no model counts as faster. */
  speeds: ReadonlyMap<string, ModelSpeed> | undefined
}

const shownMax = 3

/** Prompts of chat are some three times as long as answers. */
const promptShare = 3
const blendedRatio = ({ model_ratio: ratio, completion_ratio: completion }: PricingRow): number =>
  ratio * (promptShare + completion)

const includesAll = <T>(having: readonly T[] = [], wanted: readonly T[] = []): boolean =>
  wanted.every((one) => having.includes(one))

/** Models of the group that can do what `model` can, priced by tokens like it, and cost less or answer faster. */
export function similarModels(model: PricingRow, { rows, group, speeds }: Place): SimilarModels {
  if (!model.is_priced || model.quota_type !== quotaTypes.byTokens) return { cheaper: [], faster: [] }
  const [mainEndpoint] = model.supported_endpoint_types
  const able = rows.filter(
    (row) =>
      row.model_name !== model.model_name &&
      row.is_priced &&
      row.quota_type === quotaTypes.byTokens &&
      row.enable_groups.includes(group) &&
      (mainEndpoint === undefined || row.supported_endpoint_types.includes(mainEndpoint)) &&
      includesAll(row.input_modalities, model.input_modalities) &&
      includesAll(row.abilities, model.abilities),
  )
  const speedOf = ({ model_name: name }: PricingRow): number => speeds?.get(name)?.avg_tps ?? 0
  const own = { ratio: blendedRatio(model), speed: speedOf(model) }
  return {
    cheaper: able
      .filter((row) => blendedRatio(row) < own.ratio)
      .sort((a, b) => blendedRatio(b) - blendedRatio(a))
      .slice(0, shownMax),
    faster:
      own.speed === 0
        ? []
        : able
            .filter((row) => speedOf(row) > own.speed)
            .sort((a, b) => speedOf(b) - speedOf(a))
            .slice(0, shownMax),
  }
}
