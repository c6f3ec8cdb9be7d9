import type { OptionKey } from '@sluice/contract/options/registry'
import { useMemo, useRef } from 'react'
import { controlIdOf } from '../option-field.ts'
import { useOption } from '../use-option.ts'
import css from './operation.module.css'
import { countLines, longLines } from './text-window.ts'
import { WindowedText } from './windowed-text.tsx'

export interface LongTextProps {
  name: OptionKey
  rows: number
  placeholder?: string
  /** In a monospaced font, without line wrapping. */
  isCode?: boolean
  /** Ids of further descriptions. */
  describedBy?: string
}

/**
 * The text of an option that may have tens of thousands of lines. The library's field would copy and measure all of it
 * at each key press; this one is the browser's own, with a fixed height, and holds a part of a very long text.
 */
export function LongText({ name, rows, placeholder, isCode, describedBy }: LongTextProps) {
  const option = useOption(name)
  const id = controlIdOf(name)
  const isLong = useMemo(() => countLines(option.text) > longLines, [option.text])
  // Stays windowed once it is long: the field must not be replaced while the user shortens the text.
  const wasLong = useRef(false)
  if (isLong) wasLong.current = true
  const attributes = {
    id,
    rows,
    placeholder,
    className: css.longText,
    spellCheck: false,
    'data-code': isCode,
    wrap: isCode ? 'off' : undefined,
    readOnly: option.isReadOnly,
    'aria-describedby': [`${id}-help`, describedBy].filter(Boolean).join(' '),
    'aria-invalid': option.problem !== undefined || undefined,
    onBlur: option.check,
  }
  if (wasLong.current) return <WindowedText {...attributes} option={option} />
  return <textarea {...attributes} value={option.text} onChange={(event) => option.setText(event.target.value)} />
}
