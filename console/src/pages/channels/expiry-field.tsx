import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { useTranslation } from 'react-i18next'

export interface ExpiryFieldProps {
  /** From Form.Item. Unix seconds; below 1 = never. */
  id?: string
  value?: number
  onChange?(value: number): void
  onBlur?(): void
}

/** When something ends; cleared, it never does. */
export function ExpiryField({ id, value = -1, onChange, onBlur }: ExpiryFieldProps) {
  const { t } = useTranslation()
  return (
    <DatePicker
      id={id}
      showTime
      style={{ width: '100%' }}
      placeholder={t('time.noExpiry')}
      value={value > 0 ? dayjs.unix(value) : null}
      onChange={(date) => onChange?.(date ? date.unix() : -1)}
      onBlur={onBlur}
    />
  )
}
