import { Input, Tooltip } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import css from './channels.module.css'
import { type NumberRange, parseWholeNumber } from './inline-number.ts'

export interface InlineNumberFieldProps {
  /** null = several values; the box is empty. */
  value: number | null
  range: NumberRange
  /** The accessible name. */
  label: string
  /** What is wrong with what cannot be read. */
  invalidText: string
  onCommit(value: number): void
}

/** A number that is edited in place: Enter or leaving the field saves, Escape restores it, arrow keys count. */
export function InlineNumberField({ value, range, label, invalidText, onCommit }: InlineNumberFieldProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const [isRefused, setIsRefused] = useState(false)

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
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    count(event.key === 'ArrowUp' ? 1 : -1)
  }

  return (
    <Tooltip title={isRefused ? invalidText : undefined} open={isRefused}>
      <Input
        className={css.inlineNumber}
        size="small"
        inputMode="numeric"
        aria-label={label}
        aria-invalid={isRefused}
        status={isRefused ? 'error' : undefined}
        placeholder="–"
        value={draft ?? (value === null ? '' : String(value))}
        onChange={(event) => edit(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={commit}
        onPressEnter={commit}
        onKeyDown={onKeyDown}
      />
    </Tooltip>
  )
}
