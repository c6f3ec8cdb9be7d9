import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { LoadState } from '../../../components/load-state.tsx'
import texts from '../../../components/text.module.css'
import { TimeText } from '../../../components/time-text.tsx'
import { DifferenceParts } from '../changes/difference-list.tsx'
import { differenceInLine } from '../changes/differences.ts'
import css from '../prices.module.css'
import { usePrices } from '../prices-context.ts'
import { historyQuery } from '../queries.ts'

const linesShown = 10

/** The last changes of one model. */
export function ModelHistory({ model }: { model: string }) {
  const { t } = useTranslation('prices')
  const { quotaPerUnit } = usePrices()
  const query = useQuery(historyQuery({ filters: { model }, page: 1, pageSize: linesShown }))
  return (
    <LoadState query={query} rows={2} place="page">
      {({ items }) =>
        items.length === 0 ? (
          <p className={texts.help}>{t('history.noneOf')}</p>
        ) : (
          <ul className={css.lines}>
            {items.map((line) => (
              <li key={line.id}>
                <TimeText seconds={line.at} /> · {line.by || t('bySystem')} · {t(`way.${line.way}`)}
                {line.note !== '' && <span className={texts.second}> · {line.note}</span>}
                <DifferenceParts difference={differenceInLine(line, quotaPerUnit)} />
              </li>
            ))}
          </ul>
        )
      }
    </LoadState>
  )
}
