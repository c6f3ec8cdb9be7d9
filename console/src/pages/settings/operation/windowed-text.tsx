import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined'
import RightOutlined from '@ant-design/icons/es/icons/RightOutlined'
import { Button, Input } from 'antd'
import { type TextareaHTMLAttributes, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row } from '../../../components/layout.tsx'
import { formatNumber } from '../../../lib/format.ts'
import type { OptionState } from '../use-option.ts'
import css from './operation.module.css'
import { countLines, findFrom, windowAt, windowLines, withPart } from './text-window.ts'

type FieldAttributes = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'value' | 'onChange'>

/** A text with very many lines, some hundred of them at a time, with a search over all. */
export function WindowedText({ option, ...attributes }: FieldAttributes & { option: OptionState }) {
  const { t } = useTranslation('settings')
  const field = useRef<HTMLTextAreaElement>(null)
  const [view, setView] = useState(() => windowAt(option.text, 0))
  const [wanted, setWanted] = useState<{ start: number; end: number } | null>(null)
  // Undone or changed elsewhere on the page: shows the same lines of the new text.
  const shown = view.text === option.text ? view : windowAt(option.text, countLines(view.text, view.start) - 1)
  const part = shown.text.slice(shown.start, shown.end)
  const first = useMemo(() => countLines(shown.text, shown.start), [shown.text, shown.start])
  const total = useMemo(() => countLines(shown.text), [shown.text])
  const last = first + countLines(part) - 1

  // After the window that contains it has been drawn.
  useLayoutEffect(() => {
    const element = field.current
    if (wanted === null || element === null) return
    element.focus()
    element.setSelectionRange(wanted.start, wanted.end)
    const lines = countLines(element.value)
    element.scrollTop = (element.scrollHeight * Math.max(0, countLines(element.value, wanted.start) - 4)) / lines
    setWanted(null)
  }, [wanted])

  const goTo = (line: number) => setView(windowAt(shown.text, Math.max(0, line)))
  const find = (query: string): boolean => {
    const index = findFrom(shown.text, query, shown.start + (field.current?.selectionEnd ?? 0))
    if (index === -1) return false
    const isHere = index >= shown.start && index + query.length <= shown.end
    const next = isHere ? shown : windowAt(shown.text, countLines(shown.text, index) - 1)
    setView(next)
    setWanted({ start: index - next.start, end: index - next.start + query.length })
    return true
  }
  return (
    <>
      <Row gap={4} wrap className={css.windowBar}>
        <span role="status">
          {t('window.lines', {
            first: formatNumber(first),
            last: formatNumber(last),
            total: formatNumber(total),
          })}
        </span>
        <Button
          size="small"
          type="text"
          icon={<LeftOutlined />}
          aria-label={t('window.previous')}
          title={t('window.previous')}
          disabled={first === 1}
          onClick={() => goTo(first - 1 - windowLines)}
        />
        <Button
          size="small"
          type="text"
          icon={<RightOutlined />}
          aria-label={t('window.next')}
          title={t('window.next')}
          disabled={last >= total}
          onClick={() => goTo(last)}
        />
        <FindBox onFind={find} />
      </Row>
      <textarea
        {...attributes}
        ref={field}
        value={part}
        onChange={(event) => {
          const next = withPart(shown, event.target.value)
          setView(next)
          option.setText(next.text)
        }}
      />
    </>
  )
}

function FindBox({ onFind }: { onFind(query: string): boolean }) {
  const { t } = useTranslation('settings')
  const [isMissing, setIsMissing] = useState(false)
  return (
    <Input.Search
      type="search"
      role="searchbox"
      size="small"
      allowClear
      className={css.windowFind}
      aria-label={t('window.find')}
      placeholder={isMissing ? t('window.missing') : t('window.find')}
      status={isMissing ? 'warning' : undefined}
      onChange={() => setIsMissing(false)}
      onSearch={(query, event) => {
        // The focus moves to the match before the key takes effect: Enter would replace it.
        event?.preventDefault()
        if (query !== '') setIsMissing(!onFind(query))
      }}
    />
  )
}
