import { useState } from 'react'
import { PlainInput } from './plain-input.tsx'

interface PlainNumberProps {
  id: string
  value: number | null
  /** null = the field is empty or holds no number. */
  onChange(value: number | null): void
}

/** A number that is not negative, as typed. */
export function PlainNumber({ id, value, onChange }: PlainNumberProps) {
  const [text, setText] = useState(value === null ? '' : String(value))
  return (
    <PlainInput
      id={id}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      onChange={({ target }) => {
        setText(target.value)
        onChange(/^\d+(\.\d+)?$/.test(target.value.trim()) ? Number(target.value) : null)
      }}
    />
  )
}
