import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import { Input } from 'antd'
import { type ReactNode, useState } from 'react'
import css from './filter-bar.module.css'

/** Filters in a row that wraps; `extra` is on the right. */
export function FilterBar({ children, extra }: { children: ReactNode; extra?: ReactNode }) {
  return (
    <search className={css.bar}>
      <div className={css.filters}>{children}</div>
      {extra && <div className={css.extra}>{extra}</div>}
    </search>
  )
}

export interface FilterSearchProps {
  /** The current value, from the URL. */
  value: string
  /** Called on Enter, on blur, and when the field is cleared. */
  onSearch(value: string): void
  /** Also the accessible name. */
  placeholder: string
  width?: number | '100%'
  /** Hides the magnifying glass, for further text filters after the first. */
  plain?: boolean
  /** Explains the accepted input, on hover. */
  hint?: string
}

/** A text filter. The first one of a page is what `/` focuses. */
export function FilterSearch({ value, ...props }: FilterSearchProps) {
  // Remounted when the URL changes in another way (back button, reset), so that the field shows the current value.
  return <SearchBox key={value} initial={value} {...props} />
}

function SearchBox({
  initial,
  onSearch,
  placeholder,
  width = 240,
  plain = false,
  hint,
}: Omit<FilterSearchProps, 'value'> & { initial: string }) {
  const [text, setText] = useState(initial)
  const submit = (next: string) => {
    if (next.trim() !== initial) onSearch(next.trim())
  }
  return (
    <span data-search className={css.search} style={{ width }}>
      <Input
        allowClear
        value={text}
        prefix={plain ? undefined : <SearchOutlined aria-hidden />}
        placeholder={placeholder}
        aria-label={placeholder}
        title={hint}
        onChange={(event) => {
          setText(event.target.value)
          if (event.type === 'click') submit('')
        }}
        onPressEnter={() => submit(text)}
        onBlur={() => submit(text)}
      />
    </span>
  )
}
