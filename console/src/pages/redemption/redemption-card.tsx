import type { Redemption } from '@sluice/contract/redemption'
import { useTranslation } from 'react-i18next'
import { QuotaText } from '../../components/quota-text.tsx'
import { RowActions } from '../../components/row-actions.tsx'
import css from '../../components/row-card.module.css'
import { SecretText } from '../../components/secret-text.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { type ActionsOf, UserLink } from './redemption-columns.tsx'
import { RedemptionStatus } from './redemption-status.tsx'

/** A code on a phone: name, quota, whether it was used, and by which account. */
export function RedemptionCard({ code, actionsOf }: { code: Redemption; actionsOf: ActionsOf }) {
  const { t } = useTranslation(['redemption', 'common'])
  const isUsed = code.used_user_id !== 0
  return (
    <div className={css.card}>
      <div className={css.head}>
        <code className={css.id}>{code.id}</code>
        <span className={css.name}>{code.name}</span>
        <RedemptionStatus code={code} />
        <RowActions name={code.name} {...actionsOf(code)} />
      </div>
      <SecretText value={code.key} label={`${t('column.key')} ${code.name}`} />
      <dl className={css.figures}>
        <div>
          <dt>{t('column.quota')}</dt>
          <dd>
            <QuotaText value={code.quota} />
          </dd>
        </div>
        <div>
          <dt>{isUsed ? t('column.usedBy') : t('column.created')}</dt>
          <dd>
            {isUsed ? (
              <UserLink id={code.used_user_id} name={code.used_username} t={t} />
            ) : (
              <TimeText seconds={code.created_time} />
            )}
          </dd>
        </div>
        <div>
          <dt>{isUsed ? t('column.redeemed') : t('column.expires')}</dt>
          <dd>
            {isUsed ? (
              <TimeText seconds={code.redeemed_time} />
            ) : (
              <TimeText seconds={code.expired_time} none={t('common:expiry.never')} />
            )}
          </dd>
        </div>
      </dl>
    </div>
  )
}
