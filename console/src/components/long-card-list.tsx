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

/** Two to three screens. A card takes some 10 ms to draw, and all are drawn again when the order changes. */
const firstCards = 20
const moreCards = 50

/** Rows as cards on phones. A long list is drawn in steps: each card is much work for a phone. */
export function LongCardList<Row>({ rows, label, rowKey, renderCard }: LongCardListProps<Row>) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(firstCards)
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
        <Button block className={css.moreCards} onClick={() => setShown(shown + moreCards)}>
          {t('table.moreCards', { count: Math.min(left, moreCards), left })}
        </Button>
      )}
    </>
  )
}
