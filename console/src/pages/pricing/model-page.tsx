import type { ModelSpeed } from '@sluice/contract/model-speed'
import type { Pricing, PricingRow } from '@sluice/contract/pricing'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyText } from '../../components/copy-text.tsx'
import { ListFrame } from '../../components/data-table-states.tsx'
import { Row, Stack } from '../../components/layout.tsx'
import { buttonLook } from '../../components/plain/plain-button.tsx'
import { formatDuration, formatNumber, formatPercent } from '../../lib/format.ts'
import { modelAtPath } from '../../lib/model-address.ts'
import { Link, usePageLocation } from '../../lib/page-router.tsx'
import { useSessionUser } from '../../lib/session.ts'
import { type SearchOf, useUrlState } from '../../lib/url-state.ts'
import { pricingQuery } from '../../lib/user-queries.ts'
import { CompareButton } from './compare-button.tsx'
import { CompareTray } from './compare-tray.tsx'
import { CostCalculator } from './cost-calculator.tsx'
import { GroupSwitch } from './group-switch.tsx'
import { type ModelSpeeds, useModelSpeeds } from './measured.tsx'
import css from './model-page.module.css'
import { ModelFacts, Part, PriceParts } from './model-parts.tsx'
import { PriceHistory } from './price-history.tsx'
import details from './pricing.module.css'
import { type comparedDefaults, useCompared } from './use-compared.ts'
import { useShowsUnpriced } from './use-shows-unpriced.ts'

const loadUse = async () => ({ default: (await import('./model-use.tsx')).ModelUse })
const ModelUse = lazy(loadUse)

const urlDefaults = { group: '' }
export type ModelPageSearch = SearchOf<typeof urlDefaults & typeof comparedDefaults>

/** All about one model, for everyone who may read the price list. */
export function ModelPage() {
  const { t } = useTranslation('pricing')
  const model = modelAtPath(usePageLocation().pathname) ?? ''
  const user = useSessionUser()
  const query = useQuery({ ...pricingQuery(user?.id ?? null), throwOnError: false })
  const compared = useCompared()
  const isComplete = useShowsUnpriced(query.data)
  // Loads with the prices. A failure shows when it is drawn.
  useEffect(() => void loadUse().catch(() => undefined), [])
  const row = query.data?.data.find(({ model_name: name, is_priced }) => name === model && (is_priced || isComplete))
  const gone = {
    title: t('details.gone', { model }),
    hint: t('details.goneText'),
    action: <Link to="/pricing">{t('page.all')}</Link>,
  }
  return (
    <Stack gap={16} className={details.page}>
      <nav aria-label={t('title')}>
        <Link to="/pricing" search={{ compare: compared.text }}>
          {t('page.all')}
        </Link>
      </nav>
      {row === undefined && <h1 className="visually-hidden">{model}</h1>}
      <ListFrame query={query} count={row === undefined ? 0 : 1} empty={gone}>
        {() => query.data && row && <Model key={model} row={row} pricing={query.data} />}
      </ListFrame>
    </Stack>
  )
}

interface ModelProps {
  row: PricingRow
  pricing: Pricing
}

function Model({ row, pricing }: ModelProps) {
  const { t } = useTranslation('pricing')
  const [{ group: asked }, patch] = useUrlState(urlDefaults)
  const groups = Object.keys(pricing.group_ratio).filter((name) => row.enable_groups.includes(name))
  const group = groups.find((name) => name === asked) ?? groups[0] ?? ''
  const onGroup = (next: string) => void patch({ group: next })
  const compared = useCompared(pricing)
  const speeds = { day: useModelSpeeds(hoursOf.day), week: useModelSpeeds(hoursOf.week) }
  const { model_name: model } = row
  return (
    <article className={details.details}>
      <header className={css.head}>
        <div>
          <h1>
            <CopyText value={model} label={model} />
          </h1>
          <ModelFacts row={row} />
        </div>
        <Row wrap>
          <Link to="/playground333" search={{ model }} className={buttonLook} data-kind="primary">
            {t('page.try')}
          </Link>
          <CompareButton isNamed model={model} compared={compared} />
          <Link to="/token" className={buttonLook}>
            {t('page.key')}
          </Link>
        </Row>
      </header>
      {row.description !== undefined && <p className={details.description}>{row.description}</p>}
      <div className={css.columns}>
        <div className={details.details}>
          {groups.length > 1 && <GroupSwitch pricing={pricing} groups={groups} value={group} onChange={onGroup} />}
          <PriceParts row={row} pricing={pricing} group={group} onGroup={onGroup} />
          <CostCalculator row={row} groupRatio={pricing.group_ratio[group] ?? 1} />
          <MeasuredSpans model={model} speeds={speeds} />
          <PriceHistory model={model} ratio={pricing.group_ratio[group] ?? 1} />
        </div>
        <div className={details.details}>
          <Suspense>
            <ModelUse
              row={row}
              rows={pricing.data}
              group={group}
              ratio={pricing.group_ratio[group] ?? 1}
              speeds={speeds.week}
            />
          </Suspense>
        </div>
      </div>
      <CompareTray compared={compared} pricing={pricing} group={group} />
    </article>
  )
}

const hoursOf = { day: 24, week: 168 } as const

function MeasuredSpans({ model, speeds }: { model: string; speeds: Record<keyof typeof hoursOf, ModelSpeeds> }) {
  const { t } = useTranslation('pricing')
  const spans = (['day', 'week'] as const).flatMap((span) => {
    const speed = speeds[span]?.get(model)
    return speed === undefined ? [] : [{ span, speed }]
  })
  if (speeds.day === undefined && speeds.week === undefined) return null
  return (
    <Part title={t('measured.title')} text={spans.length === 0 ? t('measured.few') : t('details.measuredText')}>
      {spans.length > 0 && (
        <table className={details.lines}>
          <thead>
            <tr>
              <th scope="col">{t('measured.span')}</th>
              {spans.map(({ span }) => (
                <th key={span} scope="col">
                  {t(`measured.${span}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {measures.map(({ figure, write }) => (
              <tr key={figure}>
                <th scope="row">{t(`measured.${figure}`)}</th>
                {spans.map(({ span, speed }) => (
                  <td key={span}>{write(speed, (number) => t('measured.speedValue', { number }))}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Part>
  )
}

const none = '–'
const measures = [
  { figure: 'availability', write: ({ success_rate: rate }: ModelSpeed) => formatPercent(rate) },
  {
    figure: 'speed',
    write: ({ avg_tps: speed }: ModelSpeed, withUnit: (number: string) => string) =>
      speed > 0 ? withUnit(formatNumber(speed, 1)) : none,
  },
  {
    figure: 'duration',
    write: ({ avg_latency_ms: ms }: ModelSpeed) => (ms > 0 ? formatDuration(ms) : none),
  },
] as const
