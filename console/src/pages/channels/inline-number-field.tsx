import { Tooltip } from 'antd'
import { type KeyboardEvent, useId, useState } from 'react'
import anchored from '../../components/anchored.module.css'
import texts from '../../components/text.module.css'
import css from './channels.module.css'
import { type NumberRange, parseWholeNumber } from './inline-number.ts'

export interface InlineNumberFieldProps {
  /** null = several values; the box is empty. */
  value: number | null
  range: NumberRange
  /** The accessible name. */
  label: string
  /** The message for an invalid input. */
  invalidText: string
  /** Shown while the field is empty. */
  placeholder?: string
  /** Shows the number alone. */
  isFixed?: boolean
  onCommit(value: number): void
}

/** A number that is edited in place. Enter or blur saves, Escape restores, arrow keys increment. */
export function InlineNumberField({
  value,
  range,
  label,
  invalidText,
  placeholder = '–',
  isFixed = false,
  onCommit,
}: InlineNumberFieldProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const [isRefused, setIsRefused] = useState(false)
  const id = useId()

  const edit = (text: string | null) => {
    setIsRefused(false)
    setDraft(text)
  }
  const commit = () => {
    if (draft === null) return
    const next = parseWholeNumber(draft, range)
    if (next === 'invalid') return setIsRefused(true)
    edit(null)
    if (next !== null && next !== value) onCommit(next)
  }
  const count = (step: number) => {
    const next = parseWholeNumber(String(Number(draft ?? value ?? 0) + step), range)
    if (typeof next === 'number') edit(String(next))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') edit(null)
    if (event.key === 'Enter') commit()
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    count(event.key === 'ArrowUp' ? 1 : -1)
  }

  if (isFixed) return <span className={texts.number}>{value ?? placeholder}</span>
  return (
    // Plain elements are fast: the list draws two of these for each visible row.
    <span className={anchored.host}>
      <input
        className={css.inlineNumber}
        inputMode="numeric"
        aria-label={label}
        aria-invalid={isRefused}
        aria-describedby={isRefused ? id : undefined}
        placeholder={placeholder}
        value={draft ?? (value === null ? '' : String(value))}
        onChange={(event) => edit(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={commit}
        onKeyDown={onKeyDown}
      />
      {isRefused && (
        <Tooltip open id={id} title={invalidText}>
          <span className={anchored.anchor} />
        </Tooltip>
      )}
    </span>
  )
}
