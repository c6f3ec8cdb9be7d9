import type { PromptParts } from '@sluice/contract/cache-report'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Fact, FactLines } from '../../components/facts.tsx'
import layout from '../../components/layout.module.css'
import { Stack } from '../../components/layout.tsx'
import texts from '../../components/text.module.css'
import { api } from '../../lib/api.ts'
import { formatNumber, formatPercent } from '../../lib/format.ts'
import type { TimeSpan } from '../../lib/time-filter.ts'
import css from './margin.module.css'

/** In the order of a prompt: what differs first costs the most. */
const places = ['tools', 'system', 'message'] as const

/** Why caches are missed: where the newest prompts differ from the turns before, and what helps. */
export function PromptPartsSection({ span }: { span: TimeSpan }) {
  const { t } = useTranslation('margin')
  const { data } = useQuery({
    queryKey: ['margin', 'parts', span],
    queryFn: ({ signal }) =>
      api('GET /api/margin/cache/parts', {
        query: { start_timestamp: span.start, end_timestamp: span.end },
        signal,
      }),
    throwOnError: false,
  })
  if (data === undefined || data.calls === 0) return null
  const differing = places.reduce((sum, place) => sum + data[place], 0)
  return (
    <Stack as="section" gap={8} className={layout.apart}>
      <h2 className={css.partsTitle}>{t('parts.title')}</h2>
      <p className={texts.help}>
        {differing === 0
          ? t('parts.none', { count: data.calls, number: formatNumber(data.calls) })
          : t('parts.text', { count: data.calls, number: formatNumber(data.calls) })}
      </p>
      {differing > 0 && (
        <FactLines>
          {places.map((place) => (
            <PartLine key={place} place={place} parts={data} />
          ))}
        </FactLines>
      )}
    </Stack>
  )
}

function PartLine({ place, parts }: { place: (typeof places)[number]; parts: PromptParts }) {
  const { t } = useTranslation('margin')
  return (
    <Fact
      label={
        <>
          {t(`parts.place.${place}`)}
          <br />
          <small className={texts.hint}>{t(`parts.remedy.${place}`)}</small>
        </>
      }
    >
      {formatNumber(parts[place])}{' '}
      <span className={texts.hint}>{formatPercent((100 * parts[place]) / parts.calls)}</span>
    </Fact>
  )
}
