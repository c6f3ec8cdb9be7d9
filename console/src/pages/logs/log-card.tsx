import { useTranslation } from 'react-i18next'
import { QuotaText } from '../../components/quota-text.tsx'
import card from '../../components/row-card.module.css'
import { RowOrigin } from '../../components/row-origin.tsx'
import { formatNumber, formatTime } from '../../lib/format.ts'
import { isCall, type LogRow } from './log-rows.ts'
import { Timing, TypeTag } from './log-tags.tsx'
import css from './logs.module.css'
import { ModelName } from './model-name.tsx'
import { RowSummary } from './row-summary.tsx'

/** A row on a phone: model, cost, duration. Tapping it opens the details. */
export function LogCard({ row, onOpen }: { row: LogRow; onOpen(): void }) {
  const { t } = useTranslation('logs')
  const time = formatTime(row.created_at).slice(5)
  const isConsumption = isCall(row) && row.type !== 5
  const isRefund = !isCall(row) && row.quota < 0
  return (
    <button type="button" className={`${card.button} ${css.card}`} onClick={onOpen}>
      <span className="visually-hidden">{t('openRow', { time, model: row.model_name })}</span>
      <span className={css.cardLine}>
        {isCall(row) && row.model_name !== '' ? (
          <span className={css.cardModel}>
            <ModelName row={row} t={t} />
          </span>
        ) : (
          <TypeTag type={row.type} />
        )}
        {isConsumption ? (
          <span className={css.cardCost}>
            <QuotaText value={row.quota} style="call" />
          </span>
        ) : (
          isCall(row) && row.model_name !== '' && <TypeTag type={row.type} />
        )}
        {isRefund && (
          <span className={css.cardCost}>
            <QuotaText value={row.quota} style="call" />
          </span>
        )}
      </span>
      {isConsumption && (
        <span className={css.cardLine}>
          <Timing row={row} />
          {row.prompt_tokens + row.completion_tokens > 0 && (
            <span className={css.quiet}>
              {t('card.tokens', {
                prompt: formatNumber(row.prompt_tokens),
                completion: formatNumber(row.completion_tokens),
              })}
            </span>
          )}
        </span>
      )}
      {!isConsumption && <RowSummary row={row} />}
      <RowOrigin username={row.username} channelId={row.channel} channelName={row.channel_name} />
      <span className={css.cardLine}>
        <span className={css.quiet}>{time}</span>
        <bdi className={css.quiet}>{row.token_name}</bdi>
      </span>
    </button>
  )
}
