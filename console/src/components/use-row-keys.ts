import { type RefObject, useEffect } from 'react'
import { isTyping } from '../lib/is-typing.ts'

/** How long after `g` a letter belongs to it: it names a page. */
const letterWithinMs = 1200
const rowSelector = '[data-row-key]'
/** Marks a list that has the keys. */
const listSelector = 'main [data-row-keys]'

/**
 * The keys of a list of rows: `j` and `k` move the focus to the next and the previous row, Enter opens it, `x` ticks
 * it. Of several lists on a page, the one with the focus has the keys, otherwise the first.
 */
export function useRowKeys(list: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    let goAt = Number.NEGATIVE_INFINITY
    const onKey = (event: KeyboardEvent) => {
      const isModified = event.ctrlKey || event.metaKey || event.altKey
      if (isModified || event.defaultPrevented || isTyping(event.target) || isBehindDialog()) return
      const isAfterGo = event.timeStamp - goAt < letterWithinMs
      goAt = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY
      if (!isAfterGo && list.current !== null && list.current === activeList() && handle(list.current, event.key))
        event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [list, isOn])
}

const isBehindDialog = (): boolean =>
  document.querySelector('[role=dialog]:not([style*="display: none"]), .ant-dropdown-open') !== null

const activeList = (): Element | null =>
  document.activeElement?.closest(listSelector) ?? document.querySelector(listSelector)

const rowsOf = (list: HTMLElement): HTMLElement[] => [...list.querySelectorAll<HTMLElement>(rowSelector)]

/** Returns whether the key did something. */
function handle(list: HTMLElement, key: string): boolean {
  const focused = document.activeElement
  const row = focused?.closest<HTMLElement>(rowSelector) ?? null
  if (key === 'j' || key === 'k') return step(rowsOf(list), row, key === 'j' ? 1 : -1)
  if (row === null) return false
  // A control within the row has Enter itself.
  if (key === 'Enter') return focused === row && open(row)
  return key === 'x' && tick(row)
}

function step(rows: readonly HTMLElement[], row: HTMLElement | null, by: 1 | -1): boolean {
  const next = rows[row === null ? 0 : rows.indexOf(row) + by]
  if (next === undefined) return row !== null
  next.tabIndex = -1
  next.focus()
  next.scrollIntoView?.({ block: 'nearest' })
  return true
}

/** A row that opens by a click does so; otherwise its first link or button is pressed. */
function open(row: HTMLElement): boolean {
  if (row.dataset.opens === 'true') {
    row.click()
    return true
  }
  const control = row.querySelector<HTMLElement>('a[href], button:not([disabled])')
  control?.click()
  return control !== null
}

function tick(row: HTMLElement): boolean {
  const box = row.querySelector<HTMLInputElement>('.ant-table-selection-column input')
  box?.click()
  row.focus()
  return box !== null
}
