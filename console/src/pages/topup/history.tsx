import type { Topup } from '@sluice/contract/topup'
import { Button } from 'antd'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { CopyText } from '../../components/copy-text.tsx'
import type { DataColumn } from '../../components/data-column.ts'
import { Row } from '../../components/layout.tsx'
import { ListPage } from '../../components/list-page.tsx'
import { Nothing } from '../../components/nothing.tsx'
import { QuotaText } from '../../components/quota-text.tsx'
import { StatusTag, type StatusTone } from '../../components/status-tag.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { useListPage } from '../../components/use-list-page.ts'
import { formatMoney } from '../../lib/format.ts'
import type { ListSearchOf } from '../../lib/url-state.ts'
import { CancelOrder } from './cancel-order.tsx'
import { payPageOf } from './pay-page.ts'
import { topupsQuery } from './queries.ts'
import css from './topup.module.css'
import { isPayable, waitingOf } from './waiting-orders.ts'

type Translate = TFunction<'topup'>
const noFilters = {}
export type TopupSearch = ListSearchOf<typeof noFilters>

/** Orders and redeemed codes, newest first. */
export function History() {
  const { t } = useTranslation('topup')
  const list = useListPage({
    filters: noFilters,
    query: ({ page, pageSize }) => topupsQuery({ page, pageSize }),
    // Codes and orders have separate id sequences.
    rowKey: ({ method, id }) => `${method === 'redemption' ? 'code' : 'order'}-${id}`,
  })
  return (
    <ListPage
      id="topup"
      list={list}
      isPart
      title={t('history.title')}
      columns={buildColumns(t)}
      toolbar={<h2 className={css.heading}>{t('history.title')}</h2>}
      empty={{ title: t('history.empty'), hint: t('history.emptyHint') }}
    />
  )
}

const tones: Record<Topup['status'], StatusTone> = {
  pending: 'warning',
  success: 'success',
  expired: 'neutral',
}

const reversalTones: Record<Topup['reversal'], StatusTone> = {
  none: 'success',
  partial: 'warning',
  refunded: 'neutral',
  disputed: 'error',
  charged_back: 'error',
}

const Status = ({ topup, t }: { topup: Topup; t: Translate }) => (
  <Row as="span" gap={[4, 8]} wrap inline>
    {topup.reversal === 'none' ? (
      <StatusTag tone={tones[topup.status]}>{t(`status.${topup.status}`)}</StatusTag>
    ) : (
      <StatusTag tone={reversalTones[topup.reversal]}>{t(`reversal.${topup.reversal}`)}</StatusTag>
    )}
    {isPayable(topup, Date.now() / 1000) && <PayLink tradeNo={topup.trade_no} />}
    {waitingOf([topup], Date.now() / 1000).length > 0 && <CancelOrder tradeNo={topup.trade_no} />}
  </Row>
)

/** Reopens the gateway for an unfinished payment. */
function PayLink({ tradeNo }: { tradeNo: string }) {
  const { t, i18n } = useTranslation('topup')
  return (
    <Button
      size="small"
      href={payPageOf(tradeNo, i18n.resolvedLanguage)}
      target="_blank"
      rel="noopener"
      aria-label={t('history.payOrder', { order: tradeNo })}
    >
      {t('online.pay')}
    </Button>
  )
}

const Money = ({ topup: { price, currency } }: { topup: Topup }) =>
  price === '' ? <Nothing /> : formatMoney(price, currency)

const buildColumns = (t: Translate): DataColumn<Topup>[] => [
  {
    key: 'time',
    card: 'end',
    title: t('column.time'),
    width: 130,
    required: true,
    render: ({ create_time }) => <TimeText seconds={create_time} />,
  },
  {
    key: 'method',
    card: 'start',
    title: t('column.method'),
    width: 140,
    render: ({ method }) => t(`method.${method}`),
  },
  {
    key: 'quota',
    card: {
      place: 'title',
      render: ({ quota }) => (
        <span className={css.amount}>
          <QuotaText value={quota} />
        </span>
      ),
    },
    title: t('column.quota'),
    width: 130,
    align: 'right',
    required: true,
    render: ({ quota }) => <QuotaText value={quota} />,
  },
  {
    key: 'money',
    card: { place: 'start', isShown: ({ price }) => price !== '' },
    title: t('column.money'),
    width: 130,
    align: 'right',
    render: (topup) => <Money topup={topup} />,
  },
  {
    key: 'status',
    card: 'badge',
    title: t('column.status'),
    width: 340,
    render: (topup) => <Status topup={topup} t={t} />,
  },
  {
    key: 'completed',
    title: t('column.completed'),
    width: 130,
    defaultHidden: true,
    render: ({ complete_time }) => <TimeText seconds={complete_time} none="–" />,
  },
  {
    key: 'order',
    card: { place: 'foot', isShown: ({ trade_no }) => trade_no !== '' },
    title: t('column.order'),
    width: 220,
    flexible: true,
    render: ({ trade_no }) => (trade_no === '' ? <Nothing /> : <CopyText value={trade_no} label={t('column.order')} />),
  },
]
