import type { MarginKey, MarginRow } from '@sluice/contract/margin'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Row } from '../../components/layout.tsx'
import texts from '../../components/text.module.css'
import { VendorMark } from '../../components/vendor-mark/vendor-mark.tsx'
import { formatNumber } from '../../lib/format.ts'
import type { TimeSpan } from '../../lib/time-filter.ts'
import { logSearchOf } from './margin-filters.ts'

/** A model with the mark of its maker. */
export const ModelName = ({ model }: { model: string }) => (
  <Row as="span" gap={8}>
    <VendorMark model={model} />
    <code className={texts.cutBlock} title={model}>
      {model}
    </code>
  </Row>
)

/** The value of a line in one of its dimensions. */
export function KeyCell({ row, of }: { row: MarginRow; of: MarginKey }) {
  const { t } = useTranslation('margin')
  switch (of) {
    case 'day':
      return <span className={texts.number}>{row.day}</span>
    case 'model':
      return <ModelName model={row.model_name ?? ''} />
    case 'channel':
      return (
        <span className={texts.cutBlock} title={row.channel_name ?? undefined}>
          {row.channel_name || <span className={texts.faint}>{t('gone')}</span>}{' '}
          <small className={texts.hint}>#{row.channel_id}</small>
        </span>
      )
    case 'token':
      if (row.token_id === 0) return <span className={texts.faint}>{t('noToken')}</span>
      return (
        <span className={texts.cutBlock} title={row.token_name ?? undefined}>
          {row.token_name || <span className={texts.faint}>{t('gone')}</span>}{' '}
          <small className={texts.hint}>
            {row.username === null && row.token_owner ? `${row.token_owner} ` : ''}#{row.token_id}
          </small>
        </span>
      )
    case 'user':
      return (
        <span className={texts.cutBlock} title={row.username ?? undefined}>
          {row.username || <span className={texts.faint}>{t('gone')}</span>}{' '}
          <small className={texts.hint}>#{row.user_id}</small>
        </span>
      )
  }
}

/** The number of calls, which leads to them in the log. */
export function CallsLink({ row, span, text }: { row: MarginRow; span: TimeSpan; text?: string }) {
  const { t } = useTranslation('margin')
  const search = logSearchOf(row, span)
  const number = text ?? formatNumber(row.calls)
  if (search === null) return number
  return (
    <Link to="/log" search={search} title={t('openLog')}>
      {number}
    </Link>
  )
}
