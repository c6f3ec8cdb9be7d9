import { type CacheKey, type CacheLine, type CacheSums, cacheKeys, cacheLinesMax } from '@sluice/contract/cache-report'
import { otherClient } from '@sluice/contract/client-names'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Alert, Segmented } from 'antd'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataColumn } from '../../components/data-column.ts'
import { DataTable } from '../../components/data-table.tsx'
import { FigureLine } from '../../components/figure-line.tsx'
import { FilterBar } from '../../components/filter-bar.tsx'
import layout from '../../components/layout.module.css'
import { Nothing } from '../../components/nothing.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { QuotaText } from '../../components/quota-text.tsx'
import { RefreshButton } from '../../components/refresh-button.tsx'
import texts from '../../components/text.module.css'
import { useIsPhone } from '../../components/use-is-phone.ts'
import { api } from '../../lib/api.ts'
import { formatCount, formatNumber, formatPercent } from '../../lib/format.ts'
import type { TimeSpan } from '../../lib/time-filter.ts'
import { useUrlState } from '../../lib/url-state.ts'
import { cacheFilterDefaults, cacheKeyOf, cacheLogSearchOf, cacheSpanOf } from './cache-filters.ts'
import { ModelName } from './key-cells.tsx'
import { marginFilterDefaults } from './margin-filters.ts'
import { PromptPartsSection } from './prompt-parts.tsx'
import { TimeRange } from './time-range.tsx'
import { ViewSwitch } from './view-switch.tsx'

const nowSeconds = () => Math.floor(Date.now() / 1000)

/** What caches saved and missed. The most expensive misses come first. */
export function CacheView() {
  const { t } = useTranslation('margin')
  const isPhone = useIsPhone()
  const [filters, patch] = useUrlState(cacheFilterDefaults)
  const [now, setNow] = useState(nowSeconds)
  const by = cacheKeyOf(filters.of)
  const span = cacheSpanOf(filters, now)
  const query = useQuery({
    queryKey: ['margin', 'caches', by, span],
    queryFn: ({ signal }) =>
      api('GET /api/margin/cache', {
        query: { by, start_timestamp: span.start, end_timestamp: span.end },
        signal,
      }),
    placeholderData: keepPreviousData,
    throwOnError: false,
  })
  const { data } = query
  const figures = <CacheFigures sums={data?.sums} />
  return (
    <>
      <PageHeader title={t('title')} purpose={t('caches.purpose')} action={!isPhone && figures} />
      {isPhone && figures}
      <ViewSwitch />
      {data && (data.is_partial || data.total > cacheLinesMax) && (
        <Alert className={layout.notice} type="info" showIcon title={t('caches.partial', { max: cacheLinesMax })} />
      )}
      <DataTable<CacheLine>
        id="caches"
        label={t('view.caches')}
        columns={buildColumns(t, { by, span })}
        rowKey={(line) => [line.model_name, line.channel_id, line.token_id, line.username, line.client].join(' ')}
        query={query}
        toolbar={
          <FilterBar extra={<RefreshButton onRefresh={() => setNow(nowSeconds())} isRefreshing={query.isFetching} />}>
            <TimeRange
              filters={{ ...marginFilterDefaults, ...filters }}
              setFilters={({ start_timestamp = 0, end_timestamp = 0 }) => patch({ start_timestamp, end_timestamp })}
              openedAt={now}
            />
            <Segmented<CacheKey>
              aria-label={t('groupBy')}
              value={by}
              onChange={(of) => void patch({ of: of === 'model' ? '' : of })}
              options={cacheKeys.map((value) => ({ value, label: t(`caches.key.${value}`) }))}
            />
          </FilterBar>
        }
        empty={{ title: t('caches.empty'), hint: t('caches.emptyHint') }}
      />
      {data && data.total > 0 && <PromptPartsSection span={span} />}
      <p className={`${texts.help} ${layout.apart}`}>{t('caches.method')}</p>
    </>
  )
}

function CacheFigures({ sums }: { sums: CacheSums | undefined }) {
  const { t } = useTranslation('margin')
  return (
    <FigureLine
      label={t('stats')}
      figures={[
        { label: t('caches.column.hits'), hint: t('caches.hint.hits'), value: sums && <Hits sums={sums} /> },
        { label: t('caches.column.saved'), hint: t('caches.hint.saved'), value: sums && <Money value={sums.saved} /> },
        {
          label: t('caches.column.missed'),
          hint: t('caches.hint.missed'),
          value: sums && <Money value={sums.missed} />,
        },
      ]}
    />
  )
}

const Hits = ({ sums: { hit_percent: percent } }: { sums: CacheSums }) =>
  percent === null ? <Nothing /> : formatPercent(percent)

const Money = ({ value }: { value: number | null }) => (value === null ? <Nothing /> : <QuotaText value={value} />)

function buildColumns(t: TFunction<'margin'>, { by, span }: { by: CacheKey; span: TimeSpan }): DataColumn<CacheLine>[] {
  const figure = (
    key: 'counted' | 'read' | 'write',
    value: (line: CacheLine) => number,
    more: Partial<DataColumn<CacheLine>> = {},
  ): DataColumn<CacheLine> => ({
    key,
    title: t(`caches.column.${key}`),
    width: 112,
    align: 'right',
    render: (line) => <span title={formatNumber(value(line))}>{formatCount(value(line))}</span>,
    ...more,
  })
  return [
    {
      key: by,
      title: t(`caches.key.${by}`),
      width: 190,
      flexible: true,
      required: true,
      card: 'title',
      render: (line) => <NameCell line={line} />,
    },
    {
      key: 'missed',
      title: t('caches.column.missed'),
      width: 120,
      align: 'right',
      card: 'figure',
      render: ({ missed }) => <Money value={missed} />,
    },
    {
      key: 'saved',
      title: t('caches.column.saved'),
      width: 120,
      align: 'right',
      card: 'figure',
      render: ({ saved }) => <Money value={saved} />,
    },
    {
      key: 'hits',
      title: t('caches.column.hits'),
      width: 96,
      align: 'right',
      card: 'badge',
      render: (line) => <Hits sums={line} />,
    },
    figure('counted', (line) => line.counted_tokens, { card: 'figure' }),
    figure('read', (line) => line.read_tokens, { givesWay: 2 }),
    figure('write', (line) => line.write_tokens, { givesWay: 1 }),
    {
      key: 'calls',
      title: t('column.calls'),
      width: 96,
      align: 'right',
      card: { place: 'end', label: t('column.calls') },
      render: (line) => <CallsCell line={line} span={span} />,
    },
  ]
}

function CallsCell({ line, span }: { line: CacheLine; span: TimeSpan }) {
  const { t } = useTranslation('margin')
  const search = cacheLogSearchOf(line, span)
  if (search === null) return formatNumber(line.calls)
  return (
    <Link to="/log" search={search} title={t('openLog')}>
      {formatNumber(line.calls)}
    </Link>
  )
}

function NameCell({ line }: { line: CacheLine }) {
  const { t } = useTranslation('margin')
  if (line.model_name !== null) return <ModelName model={line.model_name} />
  if (line.client !== null) {
    const name = line.client === otherClient ? t('caches.otherClients') : line.client
    return <span className={texts.cutBlock}>{name || t('caches.unknownClient')}</span>
  }
  const [name, more] =
    line.channel_id === null ? [line.token_name, line.username] : [line.channel_name, `#${line.channel_id}`]
  return (
    <span className={texts.cutBlock} title={name ?? undefined}>
      {name || <span className={texts.faint}>{line.token_id === 0 ? t('caches.noToken') : t('gone')}</span>}{' '}
      <small className={texts.hint}>{more}</small>
    </span>
  )
}
