import { Input } from 'antd'
import { useState } from 'react'
import type { FormControl } from './form-control.ts'

/** The value: null = the field is empty; NaN = it holds no number. */
export interface NumberInputProps extends FormControl<number | null> {
  className?: string
  /** The unit, before or after the number. */
  prefix?: string
  suffix?: string
}

/**
 * A number as typed. Invalid text stays in the field, where its rules refuse it; nothing is corrected silently.
 */
export function NumberInput({ value = null, onChange, ...input }: NumberInputProps) {
  const [typed, setTyped] = useState({ text: textOf(value), value })
  const text = Object.is(typed.value, value) ? typed.text : textOf(value)
  return (
    <Input
      {...input}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      onChange={({ target }) => {
        const next = parseNumber(target.value)
        setTyped({ text: target.value, value: next })
        onChange?.(next)
      }}
    />
  )
}

const textOf = (value: number | null): string => (value === null || Number.isNaN(value) ? '' : String(value))

const parseNumber = (text: string): number | null => {
  const trimmed = text.trim()
  if (trimmed === '') return null
  return /^[-+]?\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : Number.NaN
}
