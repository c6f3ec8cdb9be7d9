import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { modelCards } from './models/cards.ts'
import { operationCards } from './operation/cards.ts'
import type { CardSpec } from './option-field.ts'
import { otherCards } from './other/cards.ts'
import { ratelimitCards } from './ratelimit/cards.ts'
import { systemCards } from './system/cards.ts'

export interface TabSpec {
  /** In the address; its name is `tab.<key>` of locales/settings. */
  key: 'operation' | 'ratelimit' | 'models' | 'system' | 'other'
  /** In the order in which the tab shows them; what the search finds. */
  cards: readonly CardSpec[]
  Body: LazyExoticComponent<ComponentType>
  /** Begins to fetch what `Body` shows. */
  preload(): unknown
}

const lazyTab = (load: () => Promise<{ default: ComponentType }>) => ({ Body: lazy(load), preload: load })

/** Every tab, a line each. The first is the one that opens without a name. */
// biome-ignore format: one line a tab.
export const tabs: readonly TabSpec[] = [
  { key: 'operation', cards: Object.values(operationCards), ...lazyTab(() => import('./operation/operation-tab.tsx')) },
  { key: 'ratelimit', cards: Object.values(ratelimitCards), ...lazyTab(() => import('./ratelimit/ratelimit-tab.tsx')) },
  { key: 'models', cards: Object.values(modelCards), ...lazyTab(() => import('./models/models-tab.tsx')) },
  { key: 'system', cards: Object.values(systemCards), ...lazyTab(() => import('./system/system-tab.tsx')) },
  { key: 'other', cards: Object.values(otherCards), ...lazyTab(() => import('./other/other-tab.tsx')) },
]
