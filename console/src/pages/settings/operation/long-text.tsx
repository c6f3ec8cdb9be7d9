import { controlIdOf } from '../option-field.ts'
import { useOption } from '../use-option.ts'
import css from './operation.module.css'

export interface LongTextProps {
  name: string
  rows: number
  placeholder?: string
  /** Written in the type of code, its lines not broken. */
  isCode?: boolean
  /** Ids of what describes it besides its help. */
  describedBy?: string
}

/**
 * The text of an option that may have tens of thousands of lines. The library's field would copy and measure all of
 * it on each key press; this one is the browser's own, of a fixed height.
 */
export function LongText({ name, rows, placeholder, isCode, describedBy }: LongTextProps) {
  const option = useOption(name)
  const id = controlIdOf(name)
  return (
    <textarea
      id={id}
      rows={rows}
      className={css.longText}
      data-code={isCode}
      wrap={isCode ? 'off' : undefined}
      spellCheck={false}
      placeholder={placeholder}
      readOnly={option.isReadOnly}
      aria-describedby={[`${id}-help`, describedBy].filter(Boolean).join(' ')}
      aria-invalid={option.problem !== undefined || undefined}
      value={option.text}
      onChange={(event) => option.setText(event.target.value)}
      onBlur={option.check}
    />
  )
}
