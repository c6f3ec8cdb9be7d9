import { type ReactNode, useId } from 'react'
import css from './plain.module.css'

interface PlainChoicesProps<Value extends string> {
  value: Value
  options: readonly { value: Value; label: ReactNode }[]
  onChange(value: Value): void
  className?: string | undefined
  'aria-label'?: string
  'aria-labelledby'?: string
}

/** A few choices beside each other, one of them chosen: radio buttons, so that the arrow keys move. */
export function PlainChoices<Value extends string>(props: PlainChoicesProps<Value>) {
  const { value, options, onChange, className, ...own } = props
  const name = useId()
  return (
    <div role="radiogroup" {...own} className={`${css.choices} ${className ?? ''}`}>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  )
}
