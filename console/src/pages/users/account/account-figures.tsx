import type { User } from '@sluice/contract/user'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Fact, Facts } from '../../../components/facts.tsx'
import { HeldNote } from '../../../components/held-note.tsx'
import layout from '../../../components/layout.module.css'
import { QuotaText } from '../../../components/quota-text.tsx'
import texts from '../../../components/text.module.css'
import { TimeText } from '../../../components/time-text.tsx'
import { formatNumber } from '../../../lib/format.ts'
import { statementQuery } from './queries.ts'
import { sumCharges } from './statement-sums.ts'

/** The figures at the head of an account. */
export function AccountFigures({ user }: { user: User }) {
  const { t } = useTranslation('account')
  const { data: month } = useQuery(statementQuery(user.id, { start_timestamp: 0, end_timestamp: 0 }))
  return (
    <Facts className={layout.notice}>
      <Fact label={t('figure.balance')}>
        <span className={user.quota < 0 ? texts.bad : undefined}>
          <QuotaText value={user.quota} />
        </span>
        <HeldNote held={user.held_quota} />
      </Fact>
      <Fact label={t('figure.month')}>{month ? <QuotaText value={sumCharges(month.lines)} /> : '–'}</Fact>
      <Fact label={t('figure.spent')}>
        <QuotaText value={user.used_quota} />
      </Fact>
      <Fact label={t('figure.calls')}>
        <span className={texts.number}>{formatNumber(user.request_count)}</span>
      </Fact>
      <Fact label={t('figure.seen')}>
        <TimeText seconds={user.last_seen_at ?? 0} />
      </Fact>
      <Fact label={t('figure.created')}>
        <TimeText seconds={user.created_at ?? 0} none="–" />
      </Fact>
    </Facts>
  )
}
