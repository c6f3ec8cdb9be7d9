import type { ReactNode } from 'react'
import type { Findable } from './match.ts'
import type { Target } from './targets.ts'

export interface PaletteItem extends Findable {
  /** Unique in the whole list. */
  id: string
  icon?: ReactNode
  /** A secondary text beside the label. */
  detail?: string | undefined
  /** Keys that do the same without the palette. */
  keys?: readonly string[]
  /** Added to the recent targets when it is chosen. */
  target?: Target
  run(): unknown
  /** The palette stays open, for example for a retry. */
  isStaying?: boolean
}

export interface PaletteGroup {
  key: 'recent' | 'pages' | 'actions' | 'tokens' | 'channels' | 'users' | 'models' | 'settings'
  items: readonly PaletteItem[]
  isLoading?: boolean
}
