import { useQuery } from '@tanstack/react-query'
import { Button, Popover, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QuotaText } from '../../components/quota-text.tsx'
import { useIsPhone } from '../../components/use-is-phone.ts'
import { formatNumber } from '../../lib/format.ts'
import type { LogRow } from './log-rows.ts'
import { logUserQuery } from './queries.ts'
import css from './user-name.module.css'

/** The account of a call. A click shows an administrator its balance and use. */
export function UserName({ row }: { row: LogRow }) {
  const { t } = useTranslation('logs')
  const isPhone = useIsPhone()
  const [isOpen, setIsOpen] = useState(false)
  const { user_id: id, username } = row
  if (username === '') return null
  return (
    // Clicks in this popup bubble through React to the surrounding row, which would open.
    // biome-ignore lint/a11y: only stops clicks in its content.
    <span onClick={(event) => event.stopPropagation()}>
      <Popover
        trigger="click"
        // On a phone the name is at the right edge.
        placement={isPhone ? 'topRight' : 'top'}
        open={isOpen}
        onOpenChange={setIsOpen}
        title={t('user.title')}
        content={isOpen && <UserFacts id={id} />}
      >
        <Button
          type="link"
          size="small"
          className={css.name}
          aria-expanded={isOpen}
          aria-label={t('user.show', { name: username })}
          onKeyDown={(event) => event.key === 'Escape' && setIsOpen(false)}
        >
          <bdi>{username}</bdi>
        </Button>
      </Popover>
    </span>
  )
}

function UserFacts({ id }: { id: number }) {
  const { t } = useTranslation('logs')
  const { data, error } = useQuery(logUserQuery(id))
  if (error !== null) return <p role="alert">{error.message}</p>
  if (data === undefined) return <Skeleton active title={false} paragraph={{ rows: 4, width: 180 }} />
  return (
    <dl className={css.facts} aria-live="polite">
      <dt>{t('column.username')}</dt>
      <dd>{data.username}</dd>
      <dt>{t('user.quota')}</dt>
      <dd>
        <QuotaText value={data.quota} />
      </dd>
      <dt>{t('user.used')}</dt>
      <dd>
        <QuotaText value={data.used_quota} />
      </dd>
      <dt>{t('user.requests')}</dt>
      <dd>{formatNumber(data.request_count)}</dd>
    </dl>
  )
}
