import type { HTMLAttributes } from 'react'
import css from './layout.module.css'

interface LayoutProps extends HTMLAttributes<HTMLElement> {
  as?:
    | 'article'
    | 'div'
    | 'dl'
    | 'fieldset'
    | 'footer'
    | 'header'
    | 'label'
    | 'li'
    | 'ol'
    | 'p'
    | 'search'
    | 'section'
    | 'small'
    | 'span'
    | 'ul'
  /** Pixels between the parts, or between lines and within a line. Absent: 8, which a class may change. */
  gap?: number | readonly [lines: number, parts: number]
  /** Across the direction; a row centres, a stack stretches. */
  align?: 'baseline' | 'end' | 'start' | 'stretch'
  /** Along the direction, from the start unless given. */
  justify?: 'between' | 'last'
  inline?: boolean
  wrap?: boolean
  /** Takes the space that is left, and gives way to longer parts beside it. */
  grow?: boolean
  /** May be narrower than its content. */
  shrink?: boolean
}

/** Parts beside each other. */
export const Row = (props: LayoutProps) => <Flow {...props} direction="row" />

/** Parts below each other. */
export const Stack = (props: LayoutProps) => <Flow {...props} direction="stack" />

function Flow({ as: Tag = 'div', direction, gap, className, style, ...rest }: LayoutProps & FlowDirection) {
  const { align, justify, inline, wrap, grow, shrink, ...attributes } = rest
  const flags = { inline, wrap, grow, shrink }
  const names = [direction, align, justify, ...flagNames.filter((name) => flags[name])]
  const classes = [...names.flatMap((name) => (name ? [css[name]] : [])), className]
  return (
    <Tag
      {...attributes}
      className={classes.filter(Boolean).join(' ')}
      style={gap === undefined ? style : { gap: writeGap(gap), ...style }}
    />
  )
}

interface FlowDirection {
  direction: 'row' | 'stack'
}

const flagNames = ['inline', 'wrap', 'grow', 'shrink'] as const

const writeGap = (gap: NonNullable<LayoutProps['gap']>): string =>
  typeof gap === 'number' ? `${gap}px` : `${gap[0]}px ${gap[1]}px`
