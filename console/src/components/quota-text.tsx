import { Tooltip } from 'antd'
import { exactQuota, formatQuota } from '../lib/format.ts'
import { useQuotaFormat } from '../lib/use-quota-format.ts'
import css from './text.module.css'

/** An amount of quota in the site's display format, with the exact value on hover. */
export function QuotaText({ value, decimals }: { value: number; decimals?: 6 }) {
  const format = useQuotaFormat()
  return (
    <Tooltip title={exactQuota(value, format)}>
      <span className={css.number}>{formatQuota(value, format, decimals)}</span>
    </Tooltip>
  )
}
