import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { countText } from '../lib/format.ts'
import { startOfDay, type TimeSpan } from '../lib/time-filter.ts'

/** The spans that an empty list offers, in days. */
const spansInDays = [3, 30] as const
const daySeconds = 86_400

export interface WiderSpanProps {
  /** The shown span without rows. */
  span: TimeSpan
  /** Names the query of the counts, filters included. */
  queryKey: readonly unknown[]
  /** The number of rows since `start` (seconds) that match the filters. */
  countSince(start: number): Promise<number>
  onChoose(start: number): unknown
}

/** Offers the next wider span in which an empty list has rows, with their number; nothing if there are none. */
export function WiderSpan({ span, queryKey, countSince, onChoose }: WiderSpanProps) {
  const { t } = useTranslation()
  const query = useQuery({
    queryKey: [...queryKey, 'wider', span.start],
    queryFn: async () => {
      for (const days of spansInDays) {
        const start = startOfDay(Date.now() / 1_000 - days * daySeconds)
        const count = start < span.start ? await countSince(start) : 0
        if (count > 0) return { days, start, count }
      }
      return null
    },
  })
  const found = query.data
  if (!found) return null
  const { days, start, count } = found
  return (
    <Button type="primary" onClick={() => onChoose(start)}>
      {t('filters.wider', { count, rows: countText(count), days })}
    </Button>
  )
}
