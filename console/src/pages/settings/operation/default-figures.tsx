import type { DefaultPriceKey } from '@sluice/contract/option'
import { useTranslation } from 'react-i18next'
import { Row } from '../../../components/layout.tsx'
import texts from '../../../components/text.module.css'
import { amountText } from '../../../lib/price-conversion.ts'
import type { FigureChange } from './default-rows.ts'
import css from './operation.module.css'
import { dollars } from './price-columns.tsx'

/** The current and the default value of each figure of a model. */
export function DefaultFigures({ figures }: { figures: readonly FigureChange[] }) {
  const { t } = useTranslation('settings-prices')
  // The cast: figures of the kind `factor` are in the other tables.
  const labelOf = ({ kind, table }: FigureChange): string =>
    kind === 'factor'
      ? t(`defaults.table.${table as Exclude<DefaultPriceKey, 'ModelRatio' | 'ModelPrice' | 'PriceRules'>}`)
      : t(`defaults.kind.${kind}`)
  const textOf = (kind: FigureChange['kind'], value: number | null): string => {
    if (value === null) return t('defaults.unset')
    if (kind === 'rules') return t('defaults.ruleCount', { count: value })
    return kind === 'factor' ? `× ${amountText(value)}` : dollars(value)
  }
  return (
    <Row as="ul" align="stretch" wrap className={css.figures}>
      {figures.map((figure) => (
        <li key={`${figure.kind} ${figure.table}`}>
          <span className={texts.faint}>{labelOf(figure)}</span>
          <span>
            <span className={texts.second}>{textOf(figure.kind, figure.before)}</span>
            <span aria-hidden>{' → '}</span>
            <span className="visually-hidden">{t('defaults.becomes')}</span>
            <span>{textOf(figure.kind, figure.after)}</span>
          </span>
        </li>
      ))}
    </Row>
  )
}
