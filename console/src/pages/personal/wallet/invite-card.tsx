import type { User } from '@sluice/contract/user'
import { useQuery } from '@tanstack/react-query'
import { Button, Input, Space } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QuotaText } from '../../../components/quota-text.tsx'
import { useCopy } from '../../../components/use-copy.tsx'
import { formatNumber } from '../../../lib/format.ts'
import css from '../personal.module.css'
import { inviteCodeQuery } from '../queries.ts'
import { Fact } from './balance-section.tsx'
import { TransferDialog } from './transfer-dialog.tsx'

/** What invitations brought so far, and the link that brings more. */
export function InviteCard({ user }: { user: User }) {
  const { t } = useTranslation('personal')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className={css.half}>
      <h3>{t('invite.title')}</h3>
      <div className={css.headline}>
        <span className={css.bigFigure}>
          <QuotaText value={user.aff_quota} />
        </span>
        <span className={css.faint}>{t('invite.pending')}</span>
        <Button className={css.headlineAction} onClick={() => setIsOpen(true)}>
          {t('invite.transfer')}
        </Button>
      </div>
      <dl className={css.facts}>
        <Fact label={t('invite.total')}>
          <QuotaText value={user.aff_history_quota} />
        </Fact>
        <Fact label={t('invite.count')}>{formatNumber(user.aff_count)}</Fact>
      </dl>
      <InviteLink />
      {isOpen && <TransferDialog user={user} onClose={() => setIsOpen(false)} />}
    </div>
  )
}

function InviteLink() {
  const { t } = useTranslation(['personal', 'common'])
  const { copy } = useCopy()
  const { data: code, error, refetch } = useQuery(inviteCodeQuery)
  const link = code === undefined ? '' : `${location.origin}/register?aff=${encodeURIComponent(code)}`
  return (
    <div className={css.inviteLink}>
      <label htmlFor="invite-link">{t('invite.link')}</label>
      <Space.Compact block>
        <Input
          id="invite-link"
          readOnly
          value={link}
          placeholder={error?.message ?? t('common:loading')}
          className={css.mono}
          onFocus={({ target }) => target.select()}
        />
        {error === null ? (
          <Button disabled={link === ''} onClick={() => copy(link, t('invite.linkCopied'))}>
            {t('invite.copyLink')}
          </Button>
        ) : (
          <Button onClick={() => refetch()}>{t('common:actions.retry')}</Button>
        )}
      </Space.Compact>
      <p className={css.help}>{t('invite.text')}</p>
    </div>
  )
}
