import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Alert, Button, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import card from '../../components/card.module.css'
import { Fact, Facts } from '../../components/facts.tsx'
import { HeldNote } from '../../components/held-note.tsx'
import { QuotaText } from '../../components/quota-text.tsx'
import texts from '../../components/text.module.css'
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
    <section className={`${card.card} ${css.balance}`} aria-label={t('balance.title')} aria-busy={isFetching}>
      <div>
        <h2 className={texts.label}>{t('balance.title')}</h2>
        <div className={css.figure} role="status">
          {user ? <QuotaText value={user.quota} /> : <Skeleton.Button active />}
        </div>
        {user && <HeldNote held={user.held_quota} />}
      </div>
      <Facts className={css.facts}>
        <Fact label={t('balance.used')}>{user ? <QuotaText value={user.used_quota} /> : '–'}</Fact>
        <Fact label={t('balance.requests')}>{user ? formatNumber(user.request_count) : '–'}</Fact>
      </Facts>
      <Link to="/personal" hash="balance" className={css.invite}>
        {t('balance.invite')}
      </Link>
    </section>
  )
}
