import type { InputRef } from 'antd'
import { Input, Tooltip } from 'antd'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { amountText, parseAmount } from '../../../lib/price-conversion.ts'
import css from './operation.module.css'
import { useRefusal } from './refusals.tsx'

export interface AmountFieldProps {
  /** null = not set. */
  value: number | null
  /** The accessible name. */
  label: string
  disabled?: boolean
  placeholder?: string
  /** The field must not be empty; the previous value is restored. */
  required?: boolean
  /** Looks like plain text until it has the focus, for tables with many such fields. */
  quiet?: boolean
  prefix?: string
  onCommit(value: number | null): void
}

/** A number from 0, edited in place: Enter or blur accepts it, Escape does not. */
export function AmountField({
  value,
  label,
  disabled,
  placeholder,
  required,
  quiet,
  prefix,
  onCommit,
}: AmountFieldProps) {
  const { t } = useTranslation('settings-prices')
  const [draft, setDraft] = useState<string | null>(null)
  const [isRefused, setIsRefused] = useState(false)

  const input = useRef<InputRef>(null)
  const announce = useRefusal(() => input.current?.focus())

  const refuse = (isWrong: boolean) => {
    setIsRefused(isWrong)
    announce(isWrong)
  }
  const edit = (text: string | null) => {
    refuse(false)
    setDraft(text)
  }
  const commit = () => {
    if (draft === null) return
    const typed = parseAmount(draft)
    if (typed === 'invalid') return refuse(true)
    edit(null)
    const next = typed === 'empty' ? null : typed
    if (next === value || (next === null && required)) return
    onCommit(next)
  }
  // A card's save button keeps the focus in the field: pressing it must still accept the input.
  const isTyping = draft !== null
  const commitOutside = useEffectEvent((event: PointerEvent) => {
    if (!(event.target instanceof Node) || !input.current?.input?.contains(event.target)) commit()
  })
  useEffect(() => {
    if (!isTyping) return
    const listener = (event: PointerEvent) => commitOutside(event)
    document.addEventListener('pointerdown', listener, { capture: true })
    return () => document.removeEventListener('pointerdown', listener, { capture: true })
  }, [isTyping])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') edit(null)
  }
  const shown = value === null ? '' : amountText(value)
  return (
    // Below dialogs that open above the field.
    <Tooltip title={isRefused ? t('prices.notNumber') : undefined} open={isRefused} zIndex={900}>
      <Input
        ref={input}
        className={css.amount}
        data-quiet={quiet}
        prefix={prefix}
        size="small"
        inputMode="decimal"
        aria-label={label}
        aria-invalid={isRefused}
        status={isRefused ? 'error' : undefined}
        disabled={disabled}
        placeholder={placeholder ?? '–'}
        value={draft ?? shown}
        onChange={(event) => edit(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={commit}
        onPressEnter={commit}
        onKeyDown={onKeyDown}
      />
    </Tooltip>
  )
}
