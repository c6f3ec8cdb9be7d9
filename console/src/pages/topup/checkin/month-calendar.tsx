import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import type { CheckinRecord } from '@sluice/contract/checkin'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import layout from '../../../components/layout.module.css'
import { Row } from '../../../components/layout.tsx'
import { QuotaText } from '../../../components/quota-text.tsx'
import texts from '../../../components/text.module.css'
import css from './checkin.module.css'
import { dayTitle, type GridDay, monthGrid, monthTitle, shiftMonth, weekdays } from './month-grid.ts'

interface MonthCalendarProps {
  /** `2026-11` */
  month: string
  /** `2026-11-22`, the server's current day. */
  today: string
  records: readonly CheckinRecord[]
  onMonth(month: string): void
}

/** A month with the award of each day. */
export function MonthCalendar({ month, today, records, onMonth }: MonthCalendarProps) {
  const { t, i18n } = useTranslation('topup')
  const language = i18n.resolvedLanguage ?? 'en'
  const awards = new Map(records.map((record) => [record.checkin_date, record.quota_awarded]))
  const title = monthTitle(month, language)
  return (
    <div className={layout.shrink}>
      <Row gap={0} justify="between" className={css.head}>
        <Button
          type="text"
          icon={<LeftOutlined />}
          aria-label={t('checkin.before')}
          onClick={() => onMonth(shiftMonth(month, -1))}
        />
        <span className={texts.strong} aria-live="polite">
          {title}
        </span>
        <Button
          type="text"
          icon={<RightOutlined />}
          aria-label={t('checkin.after')}
          disabled={month >= today.slice(0, 7)}
          onClick={() => onMonth(shiftMonth(month, 1))}
        />
      </Row>
      <table className={css.days} aria-label={title}>
        <thead>
          <tr>
            {weekdays(language).map(({ short, long }) => (
              <th key={long} scope="col" abbr={long}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {monthGrid(month).map((week) => (
            <tr key={week.find((day) => day !== null)}>{week.map(cellOf)}</tr>
          ))}
        </tbody>
      </table>
    </div>
  )

  function cellOf(day: GridDay, index: number) {
    if (day === null) return <td key={index} />
    const award = awards.get(day)
    return (
      <td key={day} data-awarded={award !== undefined} aria-current={day === today ? 'date' : undefined}>
        <time dateTime={day} title={dayTitle(day, language)}>
          {Number(day.slice(8))}
        </time>
        <span className={css.award}>{award !== undefined && <QuotaText value={award} />}</span>
      </td>
    )
  }
}
