import type { ApiToken } from '@sluice/contract/api-token'
import { useTranslation } from 'react-i18next'
import { QuotaText } from '../../components/quota-text.tsx'
import texts from '../../components/text.module.css'
import { spendOf } from './token-spend.ts'
import css from './tokens-page.module.css'

/**
 * What the key spent this month, of the limit that ends it first, with the share as a bar. `isAlone`: no head of a
 * column says that it is the month.
 */
export function TokenSpend({ token, isAlone = false }: { token: ApiToken; isAlone?: boolean }) {
  const { t } = useTranslation('tokens')
  const { month, limit, share } = spendOf(token)
  const percent = share === null ? 0 : Math.round(share * 100)
  return (
    <span className={css.quota}>
      <span className={css.quotaFigures}>
        {isAlone ? (
          <QuotaText value={month} phrase={(amount) => t('spend.month', { amount })} />
        ) : (
          <QuotaText value={month} />
        )}
        <span className={texts.faint}>
          {limit === null ? (
            t('spend.noLimit')
          ) : (
            <QuotaText value={limit.quota} phrase={(amount) => t(`spend.${limit.of}`, { amount })} />
          )}
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
