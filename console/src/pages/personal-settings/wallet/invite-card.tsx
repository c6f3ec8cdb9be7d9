import type { User } from '@sluice/contract/user'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QuotaText } from '../../../components/quota-text.tsx'
import { formatNumber } from '../../../lib/format.ts'
import css from '../personal-settings.module.css'
import { Fact } from './fact.tsx'
import { TransferDialog } from './transfer-dialog.tsx'

/** The earnings of invitations so far. */
export function InviteCard({ user }: { user: User }) {
  const { t } = useTranslation('personal-settings')
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
      {isOpen && <TransferDialog user={user} onClose={() => setIsOpen(false)} />}
    </div>
  )
}
