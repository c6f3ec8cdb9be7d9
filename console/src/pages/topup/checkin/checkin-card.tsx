import { CheckOutlined } from '@ant-design/icons'
import type { CheckinAward } from '@sluice/contract/checkin'
import type { User } from '@sluice/contract/user'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import card from '../../../components/card.module.css'
import { Fact, Facts } from '../../../components/facts.tsx'
import { Row, Stack } from '../../../components/layout.tsx'
import { QuotaText } from '../../../components/quota-text.tsx'
import texts from '../../../components/text.module.css'
import { useTurnstile } from '../../../components/use-turnstile.tsx'
import { formatNumber, formatQuota } from '../../../lib/format.ts'
import { selfQuery } from '../../../lib/queries.ts'
import { useQuotaFormat } from '../../../lib/use-quota-format.ts'
import wallet from '../topup.module.css'
import css from './checkin.module.css'
import { MonthCalendar } from './month-calendar.tsx'
import { checkIn, checkinKey, checkinQuery } from './queries.ts'

/** The daily check-in, which awards quota. */
export function CheckinCard() {
  const { t } = useTranslation(['topup', 'common'])
  const format = useQuotaFormat()
  const id = useId()
  const [month, setMonth] = useState<string | null>(null)
  const now = useQuery(checkinQuery(null))
  const shown = useQuery(checkinQuery(month))
  const turnstile = useTurnstile()
  const mutation = useCheckIn(turnstile.renew)
  const { data, error } = now
  const least = formatQuota(data?.min_quota ?? 0, format)
  const most = formatQuota(data?.max_quota ?? 0, format)
  const isDone = data?.stats.checked_in_today === true
  const problem = mutation.error?.message ?? (data === undefined ? error?.message : undefined)
  return (
    <section className={`${card.card} ${css.checkin}`} aria-labelledby={id} aria-busy={now.isFetching}>
      <Stack gap={0} shrink className={css.side}>
        <h2 id={id}>{t('checkin.title')}</h2>
        <p className={`${texts.help} ${css.purpose}`}>
          {data && (least === most ? t('checkin.purposeSame', { least }) : t('checkin.purpose', { least, most }))}
        </p>
        {!isDone && turnstile.widget}
        <Row align="stretch" wrap className={css.action}>
          <Button
            type="primary"
            size="large"
            icon={isDone ? <CheckOutlined aria-hidden /> : undefined}
            disabled={data === undefined || isDone || turnstile.isMissing}
            loading={mutation.isPending}
            aria-label={isDone ? t('checkin.done') : t('checkin.submit')}
            onClick={() => mutation.mutate(turnstile.token)}
          >
            {isDone ? t('checkin.done') : t('checkin.submit')}
          </Button>
          {data === undefined && error !== null && (
            <Button size="large" loading={now.isFetching} onClick={() => now.refetch()}>
              {t('common:actions.retry')}
            </Button>
          )}
        </Row>
        <p className={wallet.feedback} role="status" data-tone={problem === undefined ? 'good' : 'bad'}>
          {problem ??
            (mutation.data ? t('checkin.success', { amount: formatQuota(mutation.data.quota_awarded, format) }) : '')}
        </p>
        <Facts>
          <Fact label={t('checkin.total')}>{data ? <QuotaText value={data.stats.total_quota} /> : '–'}</Fact>
          <Fact label={t('checkin.days')}>{data ? formatNumber(data.stats.total_checkins) : '–'}</Fact>
        </Facts>
      </Stack>
      {data && (
        <MonthCalendar
          month={month ?? data.today.slice(0, 7)}
          today={data.today}
          records={shown.isPlaceholderData ? [] : (shown.data?.stats.records ?? [])}
          onMonth={(next) => setMonth(next === data.today.slice(0, 7) ? null : next)}
        />
      )}
    </section>
  )
}

/** Balance and calendar show the award at once. */
function useCheckIn(renewCheck: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: checkIn,
    meta: { silent: true },
    onSuccess: ({ quota_awarded: awarded }: CheckinAward) => {
      client.setQueryData<User>(selfQuery.queryKey, (user) => user && { ...user, quota: user.quota + awarded })
      void client.invalidateQueries({ queryKey: selfQuery.queryKey })
    },
    // Also after a failure: another tab may have checked in.
    onSettled: () => {
      renewCheck()
      return client.invalidateQueries({ queryKey: checkinKey })
    },
  })
}
