import { expressionFault } from '@sluice/contract/price-expression/check-expression'
import { expressionBounds } from '@sluice/contract/price-expression/language'
import { Input } from 'antd'
import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useReasonText } from '../../lib/use-reason-text.ts'
import layout from '../layout.module.css'
import { Row } from '../layout.tsx'
import { NumberField } from '../number-field.tsx'
import texts from '../text.module.css'
import { type Trial, tryExpression } from './try-expression.ts'

export interface ExpressionEditorProps {
  /** The accessible name of the field. */
  label: string
  value: string
  onChange(value: string): void
  onBlur?(): void
  /** A fault that the server found; absent = none. */
  problem?: string | undefined
}

/** A price expression, checked while it is typed, with the amount of a call to try. */
export function ExpressionEditor({ label, value, onChange, onBlur, problem }: ExpressionEditorProps) {
  const id = useId()
  const reasonText = useReasonText()
  const fault = useMemo(() => expressionFault(value), [value])
  const shown = fault === null ? problem : reasonText(fault)
  return (
    <div className={layout.apart}>
      <Input.TextArea
        aria-label={label}
        aria-invalid={shown !== undefined}
        aria-describedby={id}
        status={shown === undefined ? undefined : 'error'}
        className={texts.mono}
        autoSize={{ minRows: 2, maxRows: 12 }}
        maxLength={expressionBounds.characters}
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
      />
      <p id={id} className={shown === undefined ? texts.hint : texts.problem} role="status">
        {shown}
      </p>
      {fault === null && <TryOut expression={value} />}
    </div>
  )
}

const trialFields = ['input', 'cached', 'output'] as const

function TryOut({ expression }: { expression: string }) {
  const { t } = useTranslation('settings-prices')
  const [trial, setTrial] = useState<Trial>({ input: 1_000, cached: 0, output: 500 })
  // The time at which the page is used: an expression may depend on it.
  const found = tryExpression(expression, trial, Date.now())
  return (
    <Row wrap>
      {trialFields.map((field) => (
        <NumberField<number>
          key={field}
          aria-label={t(`expressions.${field}`)}
          prefix={t(`expressions.${field}`)}
          min={0}
          max={100_000_000}
          precision={0}
          value={trial[field]}
          onChange={(count) => setTrial({ ...trial, [field]: count ?? 0 })}
        />
      ))}
      <output className={texts.mono}>
        {found === null
          ? t('expressions.noAmount')
          : `= $${found.dollars}${found.tier === null ? '' : ` · ${found.tier}`}`}
      </output>
    </Row>
  )
}
