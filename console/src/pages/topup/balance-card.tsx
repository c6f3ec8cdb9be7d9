import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Alert, Button, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { QuotaText } from '../../components/quota-text.tsx'
import { formatNumber } from '../../lib/format.ts'
import { selfQuery } from '../../lib/queries.ts'
import css from './topup.module.css'

/** The balance, the used amount, and a link to invitations. */
export function BalanceCard() {
  const { t } = useTranslation(['topup', 'common'])
  const { data: user, error, isFetching, refetch } = useQuery({ ...selfQuery, refetchOnWindowFocus: 'always' })
  if (user === undefined && error !== null) {
    return (
      <Alert
        type="error"
        showIcon
        title={t('common:table.failedTitle')}
        description={error.message}
        action={
          <Button loading={isFetching} onClick={() => refetch()}>
            {t('common:actions.retry')}
          </Button>
        }
      />
    )
  }
  return (
    <section className={css.balance} aria-label={t('balance.title')} aria-busy={isFetching}>
      <div>
        <h2 className={css.label}>{t('balance.title')}</h2>
        <div className={css.figure} role="status">
          {user ? <QuotaText value={user.quota} /> : <Skeleton.Button active />}
        </div>
      </div>
      <dl className={css.facts}>
        <div>
          <dt>{t('balance.used')}</dt>
          <dd>{user ? <QuotaText value={user.used_quota} /> : '–'}</dd>
        </div>
        <div>
          <dt>{t('balance.requests')}</dt>
          <dd>{user ? formatNumber(user.request_count) : '–'}</dd>
        </div>
      </dl>
      <Link to="/personal" hash="balance" className={css.invite}>
        {t('balance.invite')}
      </Link>
    </section>
  )
}
