import { Button } from 'antd'
import { type Key, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from './data-table.module.css'

interface LongCardListProps<Row> {
  rows: Row[]
  label: string
  rowKey(row: Row): Key
  renderCard(row: Row): ReactNode
}

const cardsAtOnce = 50

/** Rows as cards on phones. A long list is drawn in steps: each card is much work for a phone. */
export function LongCardList<Row>({ rows, label, rowKey, renderCard }: LongCardListProps<Row>) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(cardsAtOnce)
  const left = rows.length - shown
  return (
    <>
      <ul className={css.cards} aria-label={label}>
        {rows.slice(0, shown).map((row) => (
          <li key={rowKey(row)} className={css.card}>
            {renderCard(row)}
          </li>
        ))}
      </ul>
      {left > 0 && (
        <Button block className={css.moreCards} onClick={() => setShown(shown + cardsAtOnce)}>
          {t('table.moreCards', { count: Math.min(left, cardsAtOnce), left })}
        </Button>
      )}
    </>
  )
}
