import { isRecord } from '@sluice/contract/read-json'
import { useState, useSyncExternalStore } from 'react'
import { readJson, readText, remove, writeJson, writeText } from '../lib/storage.ts'

interface ColumnDefault {
  key: string
  defaultHidden?: boolean
}

const isVisibility = (value: unknown): value is Record<string, boolean> =>
  isRecord(value) && Object.values(value).every((isShown) => typeof isShown === 'boolean')

/** The hidden columns: as chosen, and by default for columns that were added later. */
function hiddenColumnsOf(columns: ColumnDefault[], stored: Record<string, boolean> | null): ReadonlySet<string> {
  const isVisible = ({ key, defaultHidden }: ColumnDefault) => stored?.[key] ?? defaultHidden !== true
  return new Set(columns.filter((column) => !isVisible(column)).map(({ key }) => key))
}

/** Stored under `{id}-table-columns` as `{ column: visible }`. */
export function useHiddenColumns(id: string, columns: ColumnDefault[]) {
  const key = `${id}-table-columns` as const
  const [stored, setStored] = useState(() => readJson(key, isVisibility))
  const hidden = hiddenColumnsOf(columns, stored)
  return {
    hidden,
    /** The columns that the user chose to show. */
    chosen: new Set(Object.keys(stored ?? {}).filter((column) => stored?.[column])),
    toggle(column: string, isHidden: boolean) {
      const next = { ...stored, [column]: isHidden }
      writeJson(key, next)
      setStored(next)
    },
    reset() {
      remove(key)
      setStored(null)
    },
  }
}

export type Density = 'compact' | 'comfortable'
const listeners = new Set<() => void>()
const storedDensity = (): Density => (readText('table-density') === 'comfortable' ? 'comfortable' : 'compact')

/** One setting for all tables. */
export function useDensity(): [Density, (density: Density) => void] {
  const density = useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, storedDensity)
  const choose = (next: Density) => {
    writeText('table-density', next)
    for (const listener of listeners) listener()
  }
  return [density, choose]
}
