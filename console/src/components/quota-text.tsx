import { Tooltip } from 'antd'
import { type AmountStyle, exactQuota, formatQuota } from '../lib/format.ts'
import { useQuotaFormat } from '../lib/use-quota-format.ts'
import css from './text.module.css'

export interface QuotaTextProps {
  value: number
  /** `call`: the charge of a single call; default: a sum. */
  style?: AmountStyle
  /** The phrase around the amount, whose order depends on the language; default: the amount alone. */
  phrase?(amount: string): string
}

/** An amount of quota in the site's display format, with the exact value on hover. */
export function QuotaText({ value, style, phrase = (amount) => amount }: QuotaTextProps) {
  const format = useQuotaFormat()
  return (
    <Tooltip title={exactQuota(value, format)}>
      <span className={css.number}>{phrase(formatQuota(value, format, style))}</span>
    </Tooltip>
  )
}
