import css from './plain.module.css'

export interface PlainChoice<Value extends string | number> {
  value: Value
  label: string
}

interface PlainSelectProps<Value extends string | number> {
  value: Value
  options: readonly PlainChoice<Value>[]
  onChange(value: Value): void
  className?: string | undefined
  'aria-label'?: string
  'aria-labelledby'?: string
}

/** The browser's list of choices, in the look of the library's. */
export function PlainSelect<Value extends string | number>(props: PlainSelectProps<Value>) {
  const { value, options, onChange, className, ...own } = props
  return (
    <span className={`${css.select} ${className ?? ''}`}>
      <select
        {...own}
        value={value}
        onChange={({ target }) => {
          const next = options[target.selectedIndex]
          if (next !== undefined) onChange(next.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  )
}
