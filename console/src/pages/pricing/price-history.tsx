import type { PriceOfModel } from '@sluice/contract/pricing'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { formatTime } from '../../lib/format.ts'
import { useSessionUser } from '../../lib/session.ts'
import { useQuotaFormat } from '../../lib/use-quota-format.ts'
import { amountText } from './amount-text.ts'
import { changedLines } from './changed-lines.ts'
import { Part } from './model-parts.tsx'
import css from './pricing.module.css'

/** How the basic price of a model changed, in the group that is shown; nothing where it never did. */
export function PriceHistory({ model, ratio }: { model: string; ratio: number }) {
  const { t } = useTranslation('pricing')
  const format = useQuotaFormat()
  const user = useSessionUser()
  const { data } = useQuery({
    queryKey: ['price-history', model, user?.id ?? null],
    queryFn: ({ signal }) => api('GET /api/price_history', { query: { model }, signal }),
    staleTime: 300_000,
    throwOnError: false,
  })
  const changes = data?.changes ?? []
  if (changes.length === 0) return null
  const textOf = (
    price: PriceOfModel | null,
    part: ReturnType<typeof changedLines>[number]['part'],
    amount?: number,
  ) => (price === null || amount === undefined ? t('history.none') : amountText(part, amount, format))
  return (
    <Part title={t('history.title')} text={t('history.text')}>
      <table className={css.lines}>
        <thead>
          <tr>
            <th scope="col">{t('history.day')}</th>
            <th scope="col">{t('history.before')}</th>
            <th scope="col">{t('history.after')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.flatMap(({ at, before, after }) =>
            changedLines(before, after, ratio).map(({ part, from, to }) => (
              <tr key={`${at} ${part}`}>
                <th scope="row">
                  {formatTime(at).slice(0, 10)} · {t(`part.${part}`)}
                </th>
                <td>{textOf(before, part, from)}</td>
                <td>
                  <b>{textOf(after, part, to)}</b>
                </td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </Part>
  )
}
