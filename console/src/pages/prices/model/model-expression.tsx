import { expressionFault } from '@sluice/contract/price-expression/check-expression'
import { Button } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row } from '../../../components/layout.tsx'
import { ExpressionEditor } from '../../../components/price-expression/expression-editor.tsx'
import { newExpression } from '../../../components/price-expression/try-expression.ts'
import texts from '../../../components/text.module.css'
import { toastWarning } from '../../../lib/toasts.ts'
import css from '../prices.module.css'
import { useMayWritePrices } from '../prices-context.ts'

interface ModelExpressionProps {
  model: string
  expression: string | null
  /** Null = the figures count again. */
  onChange(expression: string | null): void
}

/** The expression of a model, which counts alone. What is typed joins the changes when the field is left. */
export function ModelExpression({ model, expression, onChange }: ModelExpressionProps) {
  const { t } = useTranslation(['prices', 'settings-prices'])
  const mayWrite = useMayWritePrices()
  const [typed, setTyped] = useState<string | null>(null)
  const name = t('settings-prices:expressions.of', { model })
  const commit = () => {
    if (typed === null || expressionFault(typed) !== null) return
    setTyped(null)
    if (typed !== expression) onChange(typed)
  }
  // The drawer may close while the field has the focus, and then it sends no blur.
  const leave = useEffectEvent(() => {
    if (typed === null || typed === expression) return
    if (expressionFault(typed) === null) onChange(typed)
    else toastWarning(t('model.expressionLost', { name }))
  })
  useEffect(() => () => leave(), [])
  return (
    <section className={css.section}>
      <Row justify="between">
        <h3>{t('model.expression')}</h3>
        {!mayWrite ? null : expression === null ? (
          <Button size="small" onClick={() => onChange(newExpression)}>
            {t('model.addExpression')}
          </Button>
        ) : (
          <Button
            size="small"
            onClick={() => {
              setTyped(null)
              onChange(null)
            }}
          >
            {t('model.removeExpression')}
          </Button>
        )}
      </Row>
      {expression === null ? (
        <p className={texts.help}>{t('model.noExpression')}</p>
      ) : !mayWrite ? (
        <code className={texts.anywhere}>{expression}</code>
      ) : (
        <ExpressionEditor label={name} value={typed ?? expression} onChange={setTyped} onBlur={commit} />
      )}
    </section>
  )
}
