import { Button, DatePicker, Input } from 'antd'
import 'dayjs/locale/zh-cn'
import dayjs from 'dayjs'
import { useTranslation } from 'react-i18next'
import { useIsPhone } from '../../components/use-is-phone.ts'
import { type ExpiryChoice, expiryAfter, expiryChoices, expiryFormat, never, parseExpiry } from './expiry.ts'
import css from './token-form.module.css'

export interface ExpiryInputProps {
  /** Given by Form.Item. Seconds; -1 = never; NaN = what stands in the field is not a time. */
  id?: string
  value?: number
  onChange?(value: number): void
}

const nowSeconds = (): number => Math.floor(Date.now() / 1000)
const choices = Object.keys(expiryChoices) as ExpiryChoice[]

export function ExpiryInput({ id, value = never, onChange }: ExpiryInputProps) {
  const { t } = useTranslation('tokens')
  const isPhone = useIsPhone()
  const Field = isPhone ? NativeField : PickerField
  return (
    <>
      <Field id={id} value={value} onChange={onChange} />
      <span className={css.presets}>
        {choices.map((choice) => (
          <Button
            key={choice}
            size="small"
            aria-pressed={choice === 'never' ? value === never : undefined}
            onClick={() => onChange?.(expiryAfter(expiryChoices[choice], nowSeconds()))}
          >
            {t(`form.choice.${choice}`)}
          </Button>
        ))}
      </span>
    </>
  )
}

function PickerField({ id, value = never, onChange }: ExpiryInputProps) {
  const { t } = useTranslation('tokens')
  return (
    <DatePicker
      id={id}
      className={css.wide}
      showTime={{ format: 'HH:mm' }}
      format={[expiryFormat, 'YYYY-MM-DD HH:mm:ss', 'YYYY-MM-DD']}
      value={value > 0 ? dayjs.unix(value) : null}
      placeholder={t('form.choice.never')}
      minDate={dayjs()}
      needConfirm={false}
      showNow={false}
      // The picker forgets what it cannot read; it stays here, to be complained about.
      preserveInvalidOnBlur
      onBlur={(event) => {
        const typed = event.target instanceof HTMLInputElement ? parseExpiry(event.target.value) : never
        if (Number.isNaN(typed)) onChange?.(typed)
      }}
      onChange={(date) => onChange?.(date === null ? never : date.unix())}
    />
  )
}

/** The telephone's own wheel is better than any panel that fits on its screen. */
function NativeField({ id, value = never, onChange }: ExpiryInputProps) {
  return (
    <Input
      id={id}
      type="datetime-local"
      value={value > 0 ? dayjs.unix(value).format('YYYY-MM-DDTHH:mm') : ''}
      onChange={(event) => onChange?.(parseExpiry(event.target.value.replace('T', ' ')))}
    />
  )
}
