import type { PriceSheetRow } from '@sluice/contract/price-sheet'
import { Tooltip } from 'antd'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { amountText } from '../../../lib/price-conversion.ts'
import { toastWarning } from '../../../lib/toasts.ts'
import { useMayWritePrices, usePriceOf } from '../prices-context.ts'
import type { CellFault } from './cell-value.ts'
import { type FigureKey, figureText, figureValueOf, isOfKind } from './figures.ts'
import css from './sheet.module.css'
import { type Step, useSheet } from './sheet-context.ts'

interface PriceCellProps {
  row: PriceSheetRow
  figure: FigureKey
}

const steps: Partial<Record<string, Step>> = {
  ArrowUp: { rows: -1 },
  ArrowDown: { rows: 1 },
  ArrowLeft: { columns: -1 },
  ArrowRight: { columns: 1 },
}

/** One figure of a price. A click, Enter or a digit edits it in place; arrows lead to the cells around it. */
export function PriceCell({ row, figure }: PriceCellProps) {
  const { t } = useTranslation('prices')
  const { units, move } = useSheet()
  const { before, price } = usePriceOf(row)
  const [typed, setTyped] = useState<string | null>(null)
  const mayWrite = useMayWritePrices()
  const value = figureValueOf(price.fields, figure, units)
  const was = figureValueOf(before.fields, figure, units)
  const name = t('sheet.cellOf', { model: row.model, figure: t(`figure.${figure}`) })
  if (typed !== null) {
    return <CellInput row={row} figure={figure} name={name} first={typed} onDone={() => setTyped(null)} />
  }
  const shown = value === null ? '–' : figureText(value, units)
  const isFixed = price.expression !== null
  const isOff = isFixed || (figure !== 'call' && !isOfKind(price.fields, figure))
  const edit = (text: string) => {
    if (!isFixed && mayWrite) setTyped(text)
  }
  const own = value === null ? '' : amountText(value)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step !== undefined) {
      event.preventDefault()
      move(row, figure, step)
    } else if (event.key === 'F2' || event.key === 'Enter') {
      event.preventDefault()
      edit(own)
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      edit('')
    } else if (/^[\d.]$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault()
      edit(event.key)
    }
  }
  const wasText = was === null ? t('sheet.unset') : figureText(was, units)
  return (
    <button
      type="button"
      className={css.cell}
      data-cell={`${figure} ${row.model}`}
      data-changed={value !== was}
      data-quiet={isOff || value === null}
      aria-label={`${name}${t('sheet.colon')}${value === null ? t('sheet.unset') : shown}`}
      title={value === was ? (isFixed ? t('fault.byExpression') : undefined) : t('sheet.was', { value: wasText })}
      onClick={() => edit(own)}
      onKeyDown={onKeyDown}
    >
      {shown}
    </button>
  )
}

interface CellInputProps extends PriceCellProps {
  name: string
  first: string
  onDone(): void
}

function CellInput({ row, figure, name, first, onDone }: CellInputProps) {
  const { t } = useTranslation('prices')
  const { type, move } = useSheet()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(first)
  const [fault, setFault] = useState<CellFault | null>(null)
  const isOver = useRef(false)
  /** Whether the text was accepted. */
  const commit = (): boolean => {
    const refused = type(row, figure, text)
    setFault(refused)
    return refused === null
  }
  // A row that scrolls out of view is removed, and its field sends no blur.
  const leave = useEffectEvent(() => {
    const refused = isOver.current ? null : type(row, figure, text)
    if (refused !== null) toastWarning(`${name}${t('sheet.colon')}${t(`fault.${refused}`)}`)
  })
  useEffect(() => {
    const field = input.current
    return () => {
      // In development React also runs this for a field that stays.
      if (field?.isConnected === false) leave()
    }
  }, [])
  const close = (step: Step) => {
    isOver.current = true
    onDone()
    move(row, figure, step)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      // The drawer or dialog around it stays open.
      event.stopPropagation()
      close({})
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (commit()) close({ rows: event.shiftKey ? -1 : 1 })
    } else if (event.key === 'Tab') {
      event.preventDefault()
      if (commit()) close({ columns: event.shiftKey ? -1 : 1 })
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault()
      if (commit()) close({ rows: event.key === 'ArrowUp' ? -1 : 1 })
    }
  }
  return (
    <Tooltip open={fault !== null} title={fault === null ? undefined : t(`fault.${fault}`)} zIndex={900}>
      <input
        // biome-ignore lint/a11y/noAutofocus: it takes the place of the focused cell.
        autoFocus
        ref={input}
        className={css.input}
        inputMode="decimal"
        autoComplete="off"
        aria-label={name}
        aria-invalid={fault !== null}
        value={text}
        onFocus={(event) => {
          // What was typed to begin stays; a figure that was there is replaced.
          if (first.length > 1) event.target.select()
        }}
        onChange={(event) => {
          setFault(null)
          setText(event.target.value)
        }}
        onBlur={() => {
          if (isOver.current || !commit()) return
          isOver.current = true
          onDone()
        }}
        onKeyDown={onKeyDown}
      />
    </Tooltip>
  )
}
