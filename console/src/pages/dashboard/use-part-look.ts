import type { DataGrouping, DataOverview } from '@sluice/contract/data'
import { useTranslation } from 'react-i18next'
import { colorSlots } from '../../components/charts/color-slots.ts'
import { useChartColors } from '../../components/charts/use-chart-colors.ts'
import { useModelColors } from '../../components/charts/use-model-colors.ts'
import { type PartNames, type PartWords, partKey, partNames } from './part-name.ts'

/** The colours since the page was loaded: a key or a group keeps its own. */
const known = new Map<string, number>()

export interface PartLook {
  /** '#94a3b8' for the sum of the others, which is null. */
  color(part: PartNames | null): string
  names(part: PartNames): string[]
}

/** The names and colours of parts: models have the colour that they have in all charts. */
export function usePartLook(overview: Pick<DataOverview, 'parts'> | undefined, by: readonly DataGrouping[]): PartLook {
  const { t } = useTranslation('dashboard')
  const parts = overview?.parts ?? []
  const areModels = parts.every(isModel)
  const modelColor = useModelColors(areModels ? parts.map(({ model_name = '' }) => model_name) : [])
  const { series, other } = useChartColors()
  const slots = colorSlots(areModels ? [] : parts.map(partKey), series.length, known)
  const words: PartWords = {
    noKey: t('part.noKey'),
    goneKey: (id) => t('tokens.gone', { id }),
    noChannel: t('part.noChannel'),
    goneChannel: (id) => t('part.goneChannel', { id }),
    noGroup: t('part.noGroup'),
    unknownClient: t('part.unknownClient'),
    otherClients: t('part.otherClients'),
  }
  return {
    color: (part) => {
      if (part === null) return other
      return areModels ? modelColor(part.model_name ?? '') : (series[slots.get(partKey(part)) ?? -1] ?? other)
    },
    names: (part) => partNames(part, by, words),
  }
}

/** Grouped by model alone. */
const isModel = ({ token_id, group, client, channel_id }: PartNames): boolean =>
  [token_id, group, client, channel_id].every((name) => name === undefined)
