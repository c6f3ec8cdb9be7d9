import type { PriceSheetRow } from '@sluice/contract/price-sheet'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row } from '../../../components/layout.tsx'
import { RuleSentence } from '../../../components/price-rules/rule-sentence.tsx'
import { RulesDrawer } from '../../../components/price-rules/rules-drawer.tsx'
import { QuotaText } from '../../../components/quota-text.tsx'
import texts from '../../../components/text.module.css'
import { formatNumber } from '../../../lib/format.ts'
import { listPriceOf, type ModelPrice, noPrice, patchBetween } from '../changes/model-price.ts'
import css from '../prices.module.css'
import { priceNow, useMayWritePrices, usePriceOf, usePrices } from '../prices-context.ts'
import { type FigureKey, figureKeys } from '../sheet/figures.ts'
import { ChangedCell, MarginCell, SourceCell, StateTag } from '../sheet/sheet-cells.tsx'
import { SheetContext, type Step, useSheet } from '../sheet/sheet-context.ts'
import { FigureTable } from './figure-table.tsx'
import { ModelExpression } from './model-expression.tsx'
import { ModelHistory } from './model-history.tsx'

/** The price of a model with its sources, rules and history. */
export function ModelPanel({ row }: { row: PriceSheetRow }) {
  const { t } = useTranslation('prices')
  const prices = usePrices()
  const mayWrite = useMayWritePrices()
  const sheet = useSheet()
  const { before, price } = usePriceOf(row)
  const root = useRef<HTMLDivElement>(null)
  const change = (edit: (price: ModelPrice) => ModelPrice) => {
    const now = priceNow(prices, row.model)
    prices.edit([[row.model, patchBetween(now.before, edit(now.price))]])
  }
  // In the drawer the figures are below each other.
  const context = useMemo(
    () => ({
      ...sheet,
      move(_: PriceSheetRow, figure: FigureKey, { rows = 0, columns = 0 }: Step) {
        requestAnimationFrame(() => {
          const cells = [...(root.current?.querySelectorAll<HTMLElement>('[data-cell]') ?? [])]
          const at = figureKeys.indexOf(figure) + rows + columns
          cells[Math.max(0, Math.min(cells.length - 1, at))]?.focus()
        })
      },
    }),
    [sheet],
  )
  const listPrice = listPriceOf(row)
  const isListed = listPrice !== null && patchBetween(price, listPrice) === null
  return (
    <SheetContext value={context}>
      <div ref={root}>
        <ModelFacts row={row} />
        <section className={css.section}>
          <Row justify="between">
            <h3>{t('model.figures')}</h3>
            {mayWrite && (
              <Button
                size="small"
                disabled={listPrice === null || isListed}
                onClick={() => change(() => listPrice ?? noPrice)}
              >
                {isListed ? t('model.isListed') : t('model.takeList')}
              </Button>
            )}
          </Row>
          <FigureTable row={row} />
        </section>
        <ModelRules model={row.model} price={price} onChange={(rules) => change((now) => ({ ...now, rules }))} />
        {(mayWrite || price.expression !== null) && (
          <ModelExpression
            model={row.model}
            expression={price.expression}
            onChange={(expression) => change((now) => ({ ...now, expression }))}
          />
        )}
        <section className={css.section}>
          <h3>{t('model.history')}</h3>
          <ModelHistory model={row.model} />
        </section>
        <Row wrap gap={[8, 16]} className={css.section}>
          <Link to="/log" search={{ model_name: row.model }}>
            {t('model.log')}
          </Link>
          <Link to="/pricing" search={{ model: row.model }}>
            {t('model.public')}
          </Link>
          {mayWrite && (
            <Button
              size="small"
              danger
              disabled={patchBetween(noPrice, price) === null}
              onClick={() => change(() => noPrice)}
            >
              {t('model.remove')}
            </Button>
          )}
          {patchBetween(before, price) !== null && (
            <Button size="small" onClick={() => prices.edit([[row.model, null]])}>
              {t('model.undo')}
            </Button>
          )}
        </Row>
      </div>
    </SheetContext>
  )
}

function ModelFacts({ row }: { row: PriceSheetRow }) {
  const { t } = useTranslation('prices')
  return (
    <>
      <Row wrap gap={[4, 16]} className={texts.note}>
        <StateTag row={row} />
        {row.vendor !== '' && <span>{row.vendor}</span>}
        <span>{t('model.channels', { count: row.channels })}</span>
        <span>{t('model.calls', { count: row.calls_7d, number: formatNumber(row.calls_7d) })}</span>
        <QuotaText value={row.charge_7d} phrase={(amount) => t('model.charge', { amount })} />
        <span>
          {t('column.margin')} <MarginCell row={row} />
        </span>
      </Row>
      <Row wrap gap={[4, 16]} className={texts.note}>
        <SourceCell row={row} />
        {row.last_change !== null && <ChangedCell row={row} />}
      </Row>
    </>
  )
}

interface ModelRulesProps {
  model: string
  price: ModelPrice
  onChange(rules: ModelPrice['rules']): void
}

function ModelRules({ model, price, onChange }: ModelRulesProps) {
  const { t } = useTranslation('prices')
  const [isEditing, setIsEditing] = useState(false)
  const mayWrite = useMayWritePrices()
  return (
    <section className={css.section}>
      <Row justify="between">
        <h3>{t('model.rules')}</h3>
        {mayWrite && (
          <Button size="small" onClick={() => setIsEditing(true)}>
            {price.rules.length > 0 ? t('model.editRules') : t('model.addRules')}
          </Button>
        )}
      </Row>
      {price.rules.length === 0 ? (
        <p className={texts.help}>{t('model.noRules')}</p>
      ) : (
        <ol className={css.lines}>
          {price.rules.map((rule) => (
            <li key={JSON.stringify(rule)}>
              <RuleSentence rule={rule} />
            </li>
          ))}
        </ol>
      )}
      <RulesDrawer
        model={isEditing ? model : null}
        rules={price.rules}
        isTaken={() => false}
        onDone={(_, rules) => onChange(rules)}
        onClose={() => setIsEditing(false)}
      />
    </section>
  )
}
