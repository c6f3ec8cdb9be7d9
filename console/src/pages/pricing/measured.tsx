import type { ModelSpeed } from '@sluice/contract/model-speed'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { formatDuration, formatNumber } from '../../lib/format.ts'
import { useSessionUser } from '../../lib/session.ts'
import css from './pricing.module.css'

const drawerHours = 72

/** The measured speed and availability of a model over three days, loaded when the first model is opened. */
export const useModelSpeed = (model: string) => useModelSpeeds(drawerHours)?.get(model)

/** By model; undefined until they are known. */
export type ModelSpeeds = ReadonlyMap<string, ModelSpeed> | undefined

/** The measured speed and availability of each model in the last hours. */
export function useModelSpeeds(hours: number): ModelSpeeds {
  const user = useSessionUser()
  const { data } = useQuery({
    queryKey: ['model-speeds', hours, user?.id ?? null],
    queryFn: async ({ signal }) => {
      const { models } = await api('GET /api/perf-metrics/summary', { query: { hours }, signal })
      return new Map(models.map((speed) => [speed.model_name, speed]))
    },
    staleTime: 300_000,
    throwOnError: false,
  })
  return data
}

export function Measured({ speed }: { speed: ModelSpeed }) {
  const { t } = useTranslation('pricing')
  return (
    <dl className={css.measured}>
      <div>
        <dt>{t('measured.availability')}</dt>
        <dd>{formatNumber(speed.success_rate, 1)}%</dd>
      </div>
      {speed.avg_tps > 0 && (
        <div>
          <dt>{t('measured.speed')}</dt>
          <dd>{t('measured.speedValue', { number: formatNumber(speed.avg_tps, 1) })}</dd>
        </div>
      )}
      {speed.avg_latency_ms > 0 && (
        <div>
          <dt>{t('measured.duration')}</dt>
          <dd>{formatDuration(speed.avg_latency_ms)}</dd>
        </div>
      )}
    </dl>
  )
}
