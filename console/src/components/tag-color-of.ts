import type { TagColor } from './color-tag.tsx'

/** Names of colours that other consoles offer, as the colours of this one; any other name is neutral. */
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

export const tagColorOf = (name: string): TagColor =>
  Object.hasOwn(tagColors, name) ? (tagColors[name] ?? 'neutral') : 'neutral'
