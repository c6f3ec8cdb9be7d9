import type { User } from '@sluice/contract/user'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Fact, Facts } from '../../../components/facts.tsx'
import layout from '../../../components/layout.module.css'
import { Row } from '../../../components/layout.tsx'
import { QuotaText } from '../../../components/quota-text.tsx'
import texts from '../../../components/text.module.css'
import { formatNumber } from '../../../lib/format.ts'
import { useQuotaFormat } from '../../../lib/use-quota-format.ts'
import css from '../personal-settings.module.css'
import { TransferDialog } from './transfer-dialog.tsx'

/** The earnings of invitations so far. */
export function InviteCard({ user }: { user: User }) {
  const { t } = useTranslation('personal-settings')
  const [isOpen, setIsOpen] = useState(false)
  const { perUnit } = useQuotaFormat()
  return (
    <div className={`${layout.shrink} ${css.half}`}>
      <h3 className={texts.label}>{t('invite.title')}</h3>
      <Row gap={[4, 8]} align="baseline" wrap className={css.headline}>
        <span className={css.bigFigure}>
          <QuotaText value={user.aff_quota} />
        </span>
        <span className={texts.help}>{t('invite.pending')}</span>
        {/* Less than the smallest amount cannot be transferred. */}
        {user.aff_quota >= perUnit && (
          <Button className={css.headlineAction} onClick={() => setIsOpen(true)}>
            {t('invite.transfer')}
          </Button>
        )}
      </Row>
      <Facts className={css.facts}>
        <Fact label={t('invite.total')}>
          <QuotaText value={user.aff_history_quota} />
        </Fact>
        <Fact label={t('invite.count')}>{formatNumber(user.aff_count)}</Fact>
      </Facts>
      {isOpen && <TransferDialog user={user} onClose={() => setIsOpen(false)} />}
    </div>
  )
}
