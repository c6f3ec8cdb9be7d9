import { type OptionTab, optionTabs } from '@sluice/contract/options/tabs'
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { CardSpec } from './option-field.ts'

export interface TabSpec {
  /** In the address; its name is `tab.<key>` of locales/settings. */
  key: OptionTab
  /** The searchable cards, in display order. */
  cards: readonly CardSpec[]
  Body: LazyExoticComponent<ComponentType>
  /** Starts to load the code of `Body`. */
  preload(): unknown
}

const lazyTab = (load: () => Promise<{ default: ComponentType }>) => ({ Body: lazy(load), preload: load })

/** Every tab, one a line. The first is the default. */
// biome-ignore format: one line a tab.
export const tabs: readonly TabSpec[] = [
  { key: 'operation', cards: optionTabs.operation, ...lazyTab(() => import('./operation/operation-tab.tsx')) },
  { key: 'ratelimit', cards: optionTabs.ratelimit, ...lazyTab(() => import('./ratelimit/ratelimit-tab.tsx')) },
  { key: 'models', cards: optionTabs.models, ...lazyTab(() => import('./models/models-tab.tsx')) },
  { key: 'system', cards: optionTabs.system, ...lazyTab(() => import('./system/system-tab.tsx')) },
  { key: 'other', cards: optionTabs.other, ...lazyTab(() => import('./other/other-tab.tsx')) },
]
