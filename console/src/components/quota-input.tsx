import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import {
  currencySymbol,
  exactQuota,
  formatNumber,
  type QuotaFormat,
  quotaOfCurrency,
  quotaPerShown,
} from '../lib/format.ts'
import { useQuotaFormat } from '../lib/use-quota-format.ts'
import type { FormControl } from './form-control.ts'
import layout from './layout.module.css'
import { NumberField } from './number-field.tsx'
import { PresetButtons } from './preset-buttons.tsx'
import texts from './text.module.css'

/** The amounts of currency offered for tokens and redemption codes. */
export const quotaPresets = [1, 10, 50, 100, 500, 1000] as const

/** The value: null = the field is empty. */
export interface QuotaInputProps extends FormControl<number | null> {
  disabled?: boolean
  placeholder?: string | undefined
  /** Amounts of currency offered below the field. */
  presets?: readonly number[]
}

/** An amount of quota, typed in the site's display format: in currency, or in raw units. The value is quota. */
export function QuotaInput({ value = null, onChange, presets = [], disabled, ...props }: QuotaInputProps) {
  const { t } = useTranslation()
  const format = useQuotaFormat()
  const { inCurrency } = format
  const perUnit = quotaPerShown(format)
  const symbol = currencySymbol(format)
  // Six decimals of a currency are finer than one unit of quota; more would be floating-point noise.
  const shown = value === null ? null : inCurrency ? Number((value / perUnit).toFixed(6)) : value
  const change = (typed: number | null) => {
    if (typed === null) return onChange?.(null)
    onChange?.(inCurrency ? quotaOfCurrency(typed, perUnit) : Math.trunc(typed))
  }
  return (
    <>
      <NumberField<number>
        {...props}
        className={layout.wide}
        disabled={disabled}
        value={shown}
        onChange={change}
        prefix={inCurrency ? symbol : undefined}
        suffix={<span className={texts.hint}>{value === null ? '' : exactPart(t, value, format)}</span>}
        controls={false}
        inputMode="decimal"
        max={inCurrency ? Number.MAX_SAFE_INTEGER / perUnit : Number.MAX_SAFE_INTEGER}
      />
      {presets.length > 0 && (
        <PresetButtons
          disabled={disabled}
          presets={presets.map((amount) => ({
            key: String(amount),
            label: `${symbol}${formatNumber(amount)}`,
            isChosen: value === quotaOfCurrency(amount, perUnit),
            choose() {
              onChange?.(quotaOfCurrency(amount, perUnit))
              // Validated at once, as after leaving the field.
              props.onBlur?.()
            },
          }))}
        />
      )}
    </>
  )
}

/** The amount in the other format: raw units beside currency, currency beside raw units. */
function exactPart(t: TFunction, value: number, format: QuotaFormat): string {
  const [currency = '', units = ''] = exactQuota(value, format).split(' · ')
  return format.inCurrency ? t('quotaUnits', { units }) : currency
}
