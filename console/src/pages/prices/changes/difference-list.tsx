import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Stack } from '../../../components/layout.tsx'
import { RuleSentence } from '../../../components/price-rules/rule-sentence.tsx'
import texts from '../../../components/text.module.css'
import { formatDollars, formatPercent } from '../../../lib/format.ts'
import { useCostText } from '../markup/cost-text.ts'
import css from './changes.module.css'
import type { Difference } from './differences.ts'

/** So that a publication of all models opens at once. */
const firstShown = 100

/** Differences of prices, a line for each model: before → after. */
export function DifferenceList({ differences }: { differences: readonly Difference[] }) {
  const { t } = useTranslation('prices')
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? differences : differences.slice(0, firstShown)
  const left = differences.length - shown.length
  return (
    <>
      <Stack as="ul" gap={0} className={css.differences}>
        {shown.map((difference) => (
          <li key={difference.model}>
            <code className={texts.anywhere}>{difference.model}</code>
            <DifferenceParts difference={difference} />
          </li>
        ))}
      </Stack>
      {left > 0 && (
        <Button block onClick={() => setIsWhole(true)}>
          {t('changes.showAll', { count: left })}
        </Button>
      )}
    </>
  )
}

/** The parts of a price that differ. */
export function DifferenceParts({ difference }: { difference: Difference }) {
  const { t } = useTranslation('prices')
  const { figures, rules, expression, cost, isRemoved } = difference
  const costText = useCostText()
  const amount = (dollars: number | null) => (dollars === null ? t('sheet.unset') : formatDollars(dollars))
  return (
    <Stack as="span" gap={2} shrink>
      {figures.map(({ figure, before, after }) => (
        <span key={figure} className={css.part}>
          <span className={texts.second}>{t(`figure.${figure}`)}</span> <s className={texts.faint}>{amount(before)}</s>
          <span aria-hidden> → </span>
          <span className="visually-hidden">{t('changes.to')}</span>
          <b>{amount(after)}</b>
          {before !== null && after !== null && before > 0 && after !== before && (
            <span className={texts.second}> {signed(after / before - 1)}</span>
          )}
        </span>
      ))}
      {expression !== null && (
        <span className={css.part}>
          <span className={texts.second}>{t('changes.expression')}</span>{' '}
          {expression.after === null ? (
            t('changes.removed')
          ) : (
            <code className={texts.anywhere}>{expression.after}</code>
          )}
        </span>
      )}
      {rules !== null && (
        <span className={css.part}>
          <span className={texts.second}>{t('changes.rules')}</span>{' '}
          {rules.after.length === 0
            ? t('changes.removed')
            : rules.after.map((rule) => <RuleSentence key={JSON.stringify(rule)} rule={rule} />)}
        </span>
      )}
      {cost !== null && (
        <span className={css.part}>
          <span className={texts.second}>{t('model.cost')}</span> <s className={texts.faint}>{costText(cost.before)}</s>
          <span aria-hidden> → </span>
          <span className="visually-hidden">{t('changes.to')}</span>
          <b>{costText(cost.after)}</b>
        </span>
      )}
      {isRemoved && <span className={texts.bad}>{t('changes.noPrice')}</span>}
    </Stack>
  )
}

const signed = (share: number): string => `${share > 0 ? '+' : ''}${formatPercent(share * 100)}`
