import { isRecord } from '@sluice/contract/read-json'
import { useState } from 'react'
import { readJson, writeJson } from '../../lib/storage.ts'
import { type LogFilters, logFilterDefaults } from './log-filters.ts'

/** Filters with a name. A view of a span keeps its length, so that "the last 24 hours" stays that. */
export interface LogView {
  name: string
  filters: LogFilters
  /** Seconds until now; 0 = the times of the filters. */
  lastSeconds: number
}

export const viewNameMax = 40
const viewsMax = 20

const isView = (value: unknown): value is LogView =>
  isRecord(value) &&
  typeof value.name === 'string' &&
  typeof value.lastSeconds === 'number' &&
  isRecord(value.filters) &&
  hasTypes(value.filters)
const hasTypes = (filters: Record<string, unknown>): boolean =>
  Object.entries(logFilterDefaults).every(([name, value]) => typeof filters[name] === typeof value)
const areViews = (value: unknown): value is LogView[] => Array.isArray(value) && value.every(isView)

/** The views of an account, kept in this browser. */
export function useLogViews(userId: number) {
  const key = `log-views-${userId}` as const
  const [views, setViews] = useState(() => readJson(key, areViews) ?? [])
  const store = (next: LogView[]) => {
    writeJson(key, next)
    setViews(next)
  }
  return {
    views,
    /** A view of the same name is replaced. */
    save: (view: LogView) => store([...views.filter(({ name }) => name !== view.name), view].slice(-viewsMax)),
    remove: (name: string) => store(views.filter((view) => view.name !== name)),
  }
}

/** The view of the present filters. A start without an end counts back from now. */
export const viewOf = (name: string, filters: LogFilters, now: number): LogView => ({
  name: name.trim().slice(0, viewNameMax),
  filters,
  lastSeconds: filters.start_timestamp > 0 && filters.end_timestamp === 0 ? now - filters.start_timestamp : 0,
})

/** What the list shows with the view at `now` (seconds). */
export const filtersOf = ({ filters, lastSeconds }: LogView, now: number): LogFilters =>
  lastSeconds === 0 ? filters : { ...filters, start_timestamp: now - lastSeconds, end_timestamp: 0 }
