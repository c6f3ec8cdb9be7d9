import type { DataErrors } from '@sluice/contract/data'
import { Link } from '@tanstack/react-router'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { Row, Stack } from '../../../components/layout.tsx'
import texts from '../../../components/text.module.css'
import { entryKeyOf, modelFilterOf } from '../../../lib/call-filters.ts'
import { capitalised } from '../../../lib/capitalised.ts'
import { formatNumber, formatTime } from '../../../lib/format.ts'
import { formatList } from '../../../lib/format-list.ts'
import css from './sheet.module.css'

interface CausesProps {
  found: DataErrors
  /** Of the failed calls in the log. */
  search: { channel: string; type: number; start_timestamp: number }
}

/** Why calls failed, the most frequent cause first. */
export function Causes({ found, search }: CausesProps) {
  const { t } = useTranslation(['channel-sheet', 'causes'])
  if (found.causes.length === 0) return <span className={texts.second}>{t('causes.none')}</span>
  return (
    <Stack as="ul" gap={8}>
      {found.causes.map((line) => {
        const { cause, calls, models, newest } = line
        return (
          <li key={cause}>
            <Row justify="between">
              <Link to="/log" search={{ ...search, ...modelFilterOf(line) }}>
                {capitalised(t(`causes:${cause}.what`))}
              </Link>
              <span className={texts.number}>{formatNumber(calls)}</span>
            </Row>
            <div className={css.share} aria-hidden>
              <span style={{ width: `${(calls / Math.max(1, found.counted)) * 100}%` }} />
            </div>
            <Row justify="between" wrap className={texts.hint}>
              <span>
                {formatList(
                  models.map(({ model_name }) => model_name),
                  i18next.resolvedLanguage,
                )}
              </span>
              <Link to="/log" search={{ ...search, open: entryKeyOf(newest) }}>
                {t('causes.newest', { time: formatTime(newest.created_at).slice(5, 16) })}
              </Link>
            </Row>
          </li>
        )
      })}
    </Stack>
  )
}
