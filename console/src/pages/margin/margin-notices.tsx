import type { MarginSums } from '@sluice/contract/margin'
import { useNavigate } from '@tanstack/react-router'
import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import layout from '../../components/layout.module.css'
import { formatNumber, formatQuota } from '../../lib/format.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import css from './margin.module.css'

/** What the figures leave out: the cost of all calls, and calls that were served better than they were priced. */
export function MarginNotices({ sums }: { sums: MarginSums }) {
  return (
    <>
      {sums.calls > 0 && sums.cost_known === 0 && <NoCosts />}
      {sums.unpriced > 0 && <ServedUnpriced sums={sums} />}
    </>
  )
}

function NoCosts() {
  const { t } = useTranslation('margin')
  const navigate = useNavigate()
  return (
    <Alert
      className={`${layout.notice} ${css.notice}`}
      type="info"
      showIcon
      title={t('noCosts.title')}
      description={t('noCosts.hint')}
      action={<Button onClick={() => navigate({ to: '/channel' })}>{t('noCosts.link')}</Button>}
    />
  )
}

function ServedUnpriced({ sums: { unpriced, unpriced_charge } }: { sums: MarginSums }) {
  const { t } = useTranslation('margin')
  const navigate = useNavigate()
  const charge = formatQuota(unpriced_charge, useQuotaFormat())
  return (
    <Alert
      className={`${layout.notice} ${css.notice}`}
      type="warning"
      showIcon
      title={t('unpriced.title', { count: unpriced, number: formatNumber(unpriced) })}
      description={t('unpriced.hint', { charge })}
      action={<Button onClick={() => navigate({ to: '/console/prices' })}>{t('unpriced.link')}</Button>}
    />
  )
}
