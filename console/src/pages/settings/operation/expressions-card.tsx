import { modelNameBytesMax } from '@sluice/contract/name-lists'
import { expressionsCard } from '@sluice/contract/options/prices'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row } from '../../../components/layout.tsx'
import { ExpressionEditor } from '../../../components/price-expression/expression-editor.tsx'
import { newExpression } from '../../../components/price-expression/try-expression.ts'
import texts from '../../../components/text.module.css'
import { TableCard } from '../table-card.tsx'
import { useOption } from '../use-option.ts'
import { OptionProblem, Unreadable } from '../view-switch.tsx'
import { parseExpressionRows, withExpression } from './expression-rows.ts'

/** Models that are priced by an expression. */
export function ExpressionsCard() {
  return (
    <TableCard
      card={expressionsCard}
      options={['billing_setting.billing_mode', 'billing_setting.billing_expr']}
      table={(onJson) => <Expressions onJson={onJson} />}
    />
  )
}

function Expressions({ onJson }: { onJson(): void }) {
  const { t } = useTranslation(['settings-prices', 'common'])
  const modes = useOption('billing_setting.billing_mode')
  const expressions = useOption('billing_setting.billing_expr')
  const [name, setName] = useState('')
  const written = { modes: modes.text, expressions: expressions.text }
  const rows = parseExpressionRows(written)
  if (rows === null) return <Unreadable onJson={onJson} />
  const set = (model: string, expression: string | null) => {
    const next = withExpression(written, model, expression)
    modes.setText(next.modes)
    expressions.setText(next.expressions)
  }
  const model = name.trim()
  const isTaken = rows.some((row) => row.model === model)
  const add = () => {
    if (model === '' || isTaken) return
    set(model, newExpression)
    setName('')
  }
  return (
    <>
      <OptionProblem name="billing_setting.billing_mode" />
      <OptionProblem name="billing_setting.billing_expr" />
      {rows.map((row) => (
        <section key={row.model} aria-label={row.model}>
          <Row>
            <strong className={`${texts.mono} ${texts.anywhere}`}>{row.model}</strong>
            <Button
              size="small"
              type="text"
              danger
              aria-label={t('expressions.removeOf', { model: row.model })}
              onClick={() => set(row.model, null)}
            >
              {t('common:actions.delete')}
            </Button>
          </Row>
          <ExpressionEditor
            label={t('expressions.of', { model: row.model })}
            value={row.expression}
            onChange={(expression) => set(row.model, expression)}
          />
        </section>
      ))}
      <Row wrap>
        <Input
          aria-label={t('expressions.newModel')}
          placeholder={t('expressions.newModel')}
          maxLength={modelNameBytesMax}
          status={isTaken ? 'error' : undefined}
          aria-invalid={isTaken || undefined}
          className={texts.mono}
          value={name}
          onChange={(event) => setName(event.target.value)}
          onPressEnter={add}
        />
        <Button onClick={add}>{t('expressions.add')}</Button>
      </Row>
    </>
  )
}
