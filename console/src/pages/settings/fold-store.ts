import { isRecord } from '@sluice/contract/read-json'
import { useSyncExternalStore } from 'react'
import { readJson, writeJson } from '../../lib/storage.ts'

/** What the administrator folded and unfolded, by the id of the card; `*` = all that is not named. */
type Folds = Readonly<Record<string, boolean>>

const isFolds = (value: unknown): value is Folds =>
  isRecord(value) && Object.values(value).every((one) => typeof one === 'boolean')

/** Kept in this browser. Read once: the page is its only writer. */
let folds: Folds | null = null
const listeners = new Set<() => void>()
const read = (): Folds => {
  folds ??= readJson('settings-folds', isFolds) ?? {}
  return folds
}
function change(next: Folds): void {
  folds = next
  writeJson('settings-folds', next)
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const foldCard = (id: string, isFolded: boolean): void => change({ ...read(), [id]: isFolded })

/** Of all tabs. */
export const foldAll = (isFolded: boolean): void => change({ '*': isFolded })

/** A choice of the administrator; undefined = none was made. */
export function useFold(id: string): boolean | undefined {
  return useSyncExternalStore(subscribe, () => read()[id] ?? read()['*'])
}
