import { parseJson } from '@sluice/contract/read-json'
import { isViewing } from './account-view.ts'
import { basePath } from './base-path.ts'

/** The console's keys in local storage. Names that existing clients know stay unchanged. */
export type StorageKey =
  | 'user'
  | 'status'
  | 'theme-mode'
  | 'i18nextLng'
  | 'default_collapse_sidebar'
  | 'enable_data_export'
  | 'data_export_default_time'
  | 'enable_drawing'
  | 'enable_task'
  | 'footer_html'
  | 'chats'
  | 'page-size'
  | 'id-sort'
  | 'enable-batch'
  | 'mj_notify_enabled'
  | 'table-density'
  | 'aff'
  | 'notice-read'
  | 'banner-hidden'
  | 'personal-models-expanded'
  | `log-views-${number}`
  | 'connect-client'
  | 'settings-folds'
  | 'tasks-shape'
  | `playground-${number}`
  | `playground-prompts-${number}`
  | `getting-started-hidden-${number}`
  | `palette-${number}`
  | `${string}-table-columns`

/** The name in storage. Below a base path the rest of the domain, perhaps another gateway, has names of its own. */
export const storedName = (key: StorageKey): string => (basePath === '' ? key : `${basePath}:${key}`)

/**
 * What a tab with the console of another account has written: the administrator's storage gets nothing of it, and
 * lends only how the console looks. Null in all other tabs.
 */
const ofView: Map<StorageKey, string> | null = isViewing ? new Map() : null
const lent: readonly StorageKey[] = ['theme-mode', 'i18nextLng', 'default_collapse_sidebar', 'table-density']

/** Storage can be forbidden or full. The console then works without it. */
export function readText(key: StorageKey): string | null {
  if (ofView !== null && (ofView.has(key) || !lent.includes(key))) return ofView.get(key) ?? null
  try {
    return localStorage.getItem(storedName(key))
  } catch {
    return null
  }
}

export function writeText(key: StorageKey, value: string): void {
  if (ofView !== null) return void ofView.set(key, value)
  try {
    localStorage.setItem(storedName(key), value)
  } catch {
    // See readText.
  }
}

export function remove(key: StorageKey): void {
  if (ofView !== null) return void ofView.delete(key)
  try {
    localStorage.removeItem(storedName(key))
  } catch {
    // See readText.
  }
}

/** The stored JSON; null if it is missing, broken, or refused by `isValid`. */
export function readJson<T>(key: StorageKey, isValid: (value: unknown) => value is T): T | null {
  const value = parseJson(readText(key) ?? '')
  return isValid(value) ? value : null
}

export const writeJson = (key: StorageKey, value: unknown): void => writeText(key, JSON.stringify(value))
