import type { Limits } from '@sluice/contract/limits'
import { InputNumber } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import css from './limits-input.module.css'
import { QuotaInput } from './quota-input.tsx'

export interface LimitsInputProps {
  /** From Form.Item: only the limits that are set, so that {} means none. */
  value?: Limits
  onChange?(value: Limits): void
}

const counts = ['rpm', 'tpm', 'concurrency'] as const
const amounts = ['spend_day', 'spend_month'] as const

/** `limits` with one limit set or removed. */
export function withLimit(limits: Limits, name: keyof Limits, value: number | null): Limits {
  const { [name]: _, ...others } = limits
  return value === null ? others : { ...others, [name]: value }
}

/** Limits on usage: empty means the default, 0 means no limit. */
export function LimitsInput({ value = {}, onChange }: LimitsInputProps) {
  const { t } = useTranslation()
  const baseId = useId()
  const set = (name: keyof Limits) => (amount: number | null) => onChange?.(withLimit(value, name, amount))
  return (
    <div className={css.grid}>
      {counts.map((name) => (
        <div key={name}>
          <label htmlFor={baseId + name}>{t(`limits.${name}`)}</label>
          <InputNumber
            id={baseId + name}
            className={css.wide}
            min={0}
            precision={0}
            controls={false}
            inputMode="numeric"
            value={value[name] ?? null}
            onChange={set(name)}
          />
        </div>
      ))}
      {amounts.map((name) => (
        <div key={name}>
          <label htmlFor={baseId + name}>{t(`limits.${name}`)}</label>
          <QuotaInput id={baseId + name} value={value[name] ?? null} onChange={set(name)} />
        </div>
      ))}
    </div>
  )
}
