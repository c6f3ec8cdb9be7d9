import { lookUp } from '@sluice/contract/typed-keys'
import type { TagColor } from './color-tag.tsx'

/** Maps colour names of other consoles to colours of this one; an unknown name is neutral. */
const tagColors: Readonly<Record<string, TagColor>> = {
  red: 'red',
  pink: 'red',
  orange: 'orange',
  amber: 'orange',
  yellow: 'yellow',
  lime: 'lime',
  'light-green': 'lime',
  green: 'green',
  blue: 'blue',
  'light-blue': 'blue',
  cyan: 'blue',
  indigo: 'blue',
  purple: 'purple',
  violet: 'purple',
  teal: 'teal',
}

export const tagColorOf = (name: string): TagColor => lookUp(tagColors, name, 'neutral')
