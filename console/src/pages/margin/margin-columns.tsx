import type { MarginKey, MarginRow, MarginSums } from '@sluice/contract/margin'
import type { TFunction } from 'i18next'
import { Sparkline } from '../../components/charts/sparkline.tsx'
import type { DataColumn } from '../../components/data-column.ts'
import { QuotaText } from '../../components/quota-text.tsx'
import { formatNumber } from '../../lib/format.ts'
import type { TimeSpan } from '../../lib/time-filter.ts'
import { CallsLink, KeyCell } from './key-cells.tsx'
import css from './margin.module.css'
import { KnownQuota, MarginText, PercentText, UnknownCharge, UnknownShare } from './margin-figures.tsx'
import { unknownCharge } from './unknown-share.ts'

const keyWidths: Record<MarginKey, number> = { day: 104, model: 170, channel: 140, user: 120, token: 140 }

/** The dimensions first, then the figures; `sums` are below them. */
export function buildMarginColumns(
  t: TFunction<'margin'>,
  { keys, sums, span }: { keys: readonly MarginKey[]; sums: MarginSums | undefined; span: TimeSpan },
): DataColumn<MarginRow>[] {
  const keyColumns = keys.map(
    (key, index): DataColumn<MarginRow> => ({
      key,
      card: 'title',
      title: t(`key.${key}`),
      width: keyWidths[key],
      flexible: index === keys.length - 1,
      required: true,
      sortable: true,
      render: (row) => <KeyCell row={row} of={key} />,
      total: index === 0 ? t('total') : '',
    }),
  )
  const figure = (
    key: 'calls' | 'charge' | 'charge_unknown' | 'list' | 'cost' | 'margin' | 'margin_percent' | 'unknown',
    title: string,
    width: number,
    render: (sums: MarginSums) => React.ReactNode,
    more: Partial<DataColumn<MarginRow>> = {},
  ): DataColumn<MarginRow> => ({
    key,
    title,
    width,
    align: 'right',
    sortable: true,
    render,
    total: sums ? render(sums) : '',
    ...more,
  })
  return [
    ...keyColumns,
    figure('calls', t('column.calls'), 88, ({ calls }) => formatNumber(calls), {
      render: (row) => <CallsLink row={row} span={span} />,
      card: {
        place: 'start',
        render: (row) => (
          <CallsLink row={row} span={span} text={t('calls', { count: row.calls, number: formatNumber(row.calls) })} />
        ),
      },
    }),
    figure('charge', t('column.charge'), 104, ({ charge }) => <QuotaText value={charge} />, { card: 'figure' }),
    figure('charge_unknown', t('column.chargeUnknown'), 136, (row) => <UnknownCharge sums={row} />, {
      card: { place: 'end', label: t('column.chargeUnknown'), isShown: (row) => unknownCharge(row) > 0 },
      // The notice above the report has the sum.
      defaultHidden: true,
      sortable: false,
    }),
    figure('list', t('column.list'), 104, ({ list }) => <QuotaText value={list} />, { defaultHidden: true }),
    figure('cost', t('column.cost'), 100, ({ cost }) => <KnownQuota value={cost} />, { card: 'figure' }),
    figure('margin', t('column.margin'), 104, (row) => <MarginText sums={row} />, { card: 'figure' }),
    figure('margin_percent', t('column.marginPercent'), 104, (row) => <PercentText sums={row} />, {
      card: 'badge',
    }),
    ...(keys.includes('day')
      ? []
      : [
          {
            key: 'trend',
            title: t('column.trend'),
            width: 104,
            align: 'right' as const,
            render: ({ trend }: MarginRow) =>
              trend && (
                <div className={css.trend}>
                  <Sparkline values={trend} />
                </div>
              ),
            total: '',
          },
        ]),
    figure('unknown', t('column.unknown'), 112, (row) => <UnknownShare sums={row} />, {
      card: { place: 'end', label: t('column.unknown') },
      sortable: false,
    }),
  ]
}
