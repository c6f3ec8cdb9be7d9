import type { PriceHistoryLine } from '@sluice/contract/price-sheet'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { ColorTag } from '../../../components/color-tag.tsx'
import type { DataColumn } from '../../../components/data-column.ts'
import { ListPage } from '../../../components/list-page.tsx'
import texts from '../../../components/text.module.css'
import { TimeText } from '../../../components/time-text.tsx'
import { useListPage } from '../../../components/use-list-page.ts'
import { DifferenceParts } from '../changes/difference-list.tsx'
import { differenceInLine } from '../changes/differences.ts'
import { usePrices } from '../prices-context.ts'
import { historyQuery } from '../queries.ts'
import { AsOf } from './as-of.tsx'

const filters = { model: '' }

/** Who changed which price, newest first, and the way back to the prices of a moment. */
export function HistoryTab() {
  const { t } = useTranslation('prices')
  const { quotaPerUnit } = usePrices()
  const list = useListPage({ filters, query: historyQuery, rowKey: ({ id }) => id })
  return (
    <ListPage
      id="price-history"
      list={list}
      isPart
      title={t('tab.history')}
      columns={buildColumns(t, quotaPerUnit)}
      fields={[{ key: 'model', label: t('history.model'), width: 240 }]}
      canRefresh
      buttons={<AsOf />}
      noMatch={{ title: t('history.noMatch') }}
      empty={{ title: t('history.none'), hint: t('history.noneHint') }}
    />
  )
}

const buildColumns = (t: TFunction<'prices'>, quotaPerUnit: number): DataColumn<PriceHistoryLine>[] => [
  {
    key: 'at',
    title: t('history.at'),
    width: 120,
    card: 'start',
    render: ({ at }) => <TimeText seconds={at} />,
  },
  {
    key: 'by',
    title: t('history.by'),
    width: 120,
    ellipsis: true,
    card: 'start',
    render: ({ by }) => by || t('bySystem'),
  },
  {
    key: 'model',
    title: t('column.model'),
    width: 220,
    required: true,
    card: 'title',
    render: ({ model }) => <code className={texts.anywhere}>{model}</code>,
  },
  {
    key: 'change',
    title: t('history.change'),
    width: 320,
    flexible: true,
    required: true,
    card: 'line',
    render: (line) => <DifferenceParts difference={differenceInLine(line, quotaPerUnit)} />,
  },
  {
    key: 'way',
    title: t('history.way'),
    width: 130,
    card: 'badge',
    render: ({ way }) => <ColorTag color="neutral">{t(`way.${way}`)}</ColorTag>,
  },
  {
    key: 'note',
    title: t('history.note'),
    width: 160,
    card: 'foot',
    render: ({ note }) => <span className={texts.anywhere}>{note}</span>,
  },
]
