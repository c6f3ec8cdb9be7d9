import type { ApiToken } from '@sluice/contract/api-token'
import { useTranslation } from 'react-i18next'
import { QuotaText } from '../../components/quota-text.tsx'
import texts from '../../components/text.module.css'
import { spentShareOf } from './token-values.ts'
import css from './tokens-page.module.css'

/** The remaining and the used quota, with the used share as a bar. */
export function TokenQuota({ token }: { token: ApiToken }) {
  const { t } = useTranslation('tokens')
  const share = spentShareOf(token)
  const percent = share === null ? 0 : Math.round(share * 100)
  return (
    <span className={css.quota}>
      <span className={css.quotaFigures}>
        <span>
          {share === null ? (
            t('quota.unlimited')
          ) : (
            <QuotaText value={token.remain_quota} phrase={(amount) => t('quota.remain', { amount })} />
          )}
        </span>
        <span className={texts.faint}>
          <QuotaText value={token.used_quota} phrase={(amount) => t('quota.used', { amount })} />
        </span>
      </span>
      {share !== null && (
        <span className={css.bar} role="img" aria-label={t('quota.spent', { percent })} data-low={share >= 0.9}>
          <span style={{ width: `${percent}%` }} />
        </span>
      )}
    </span>
  )
}
