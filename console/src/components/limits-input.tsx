import { type LimitName, type Limits, limits as limitsShape } from '@sluice/contract/limits'
import { isRecord } from '@sluice/contract/read-json'
import { keysOf } from '@sluice/contract/typed-keys'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormControl } from './form-control.ts'
import css from './limits-input.module.css'
import { NumberInput } from './number-input.tsx'
import { QuotaInput } from './quota-input.tsx'

/** The value has only the limits that are set, so that {} means none. */
export interface LimitsInputProps extends FormControl<Limits> {
  /** Only these have fields; the others stay as they are. */
  only?: readonly LimitName[]
}

export const countLimits = ['rpm', 'tpm', 'concurrency', 'tasks', 'tasks_day'] as const
/** A pair of limits, which stands on a line of its own. */
const firstOfPair: ReadonlySet<LimitName> = new Set(['tasks', 'spend_day'])
export const spendLimits = ['spend_day', 'spend_month'] as const

/** `limits` with one limit set or removed. */
export function withLimit(limits: Limits, name: keyof Limits, value: number | null): Limits {
  const { [name]: _, ...others } = limits
  return value === null ? others : { ...others, [name]: value }
}

const names = keysOf(limitsShape.shape)

/**
 * The limits in an object of JSON as they were typed: also those that are out of range, and NaN where JSON has null.
 * Null if the fields cannot show them.
 */
export function readTypedLimits(value: unknown): Limits | null {
  if (!isRecord(value)) return null
  const given = names.filter((name) => value[name] !== undefined)
  const amounts = given.map((name) => [name, value[name] === null ? Number.NaN : value[name]] as const)
  return amounts.every(([, amount]) => typeof amount === 'number') ? Object.fromEntries(amounts) : null
}

/** Limits on usage: empty means the default, 0 means no limit. NaN = the text is not a number. */
export function LimitsInput({ value = {}, onChange, onBlur, only }: LimitsInputProps) {
  const { t } = useTranslation()
  const baseId = useId()
  const set = (name: keyof Limits) => (amount: number | null) => onChange?.(withLimit(value, name, amount))
  const propsOf = (name: keyof Limits) => ({
    id: baseId + name,
    value: value[name] ?? null,
    onChange: set(name),
    ...(onBlur && { onBlur }),
  })
  const isInvalid = (name: keyof Limits): boolean =>
    value[name] !== undefined && !limitsShape.shape[name].safeParse(value[name]).success
  const isShown = (name: LimitName) => only?.includes(name) ?? true
  return (
    <div className={css.grid}>
      {countLimits.filter(isShown).map((name) => (
        <div key={name} data-starts={firstOfPair.has(name)}>
          <label htmlFor={baseId + name}>{t(`limits.${name}`)}</label>
          <NumberInput {...propsOf(name)} {...(isInvalid(name) && { 'aria-invalid': 'true' })} />
        </div>
      ))}
      {spendLimits.filter(isShown).map((name) => (
        <div key={name} data-starts={firstOfPair.has(name)}>
          <label htmlFor={baseId + name}>{t(`limits.${name}`)}</label>
          <QuotaInput {...propsOf(name)} />
        </div>
      ))}
    </div>
  )
}
