import type { AbstractNode, IconDefinition } from '@ant-design/icons-svg/es/types'
import { createElement, type ReactNode } from 'react'
import css from './plain.module.css'

/** A drawing of the icon package, without the component around it, which brings a colour library. */
export function PlainIcon({ of }: { of: IconDefinition }) {
  if (typeof of.icon === 'function') return null
  const { attrs, children = [] } = of.icon
  return (
    <span className={css.icon} aria-hidden>
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: it decorates a control that has a name. */}
      <svg {...propsOf(attrs)} width="1em" height="1em" fill="currentColor">
        {children.map(drawNode)}
      </svg>
    </span>
  )
}

const drawNode = ({ tag, attrs, children = [] }: AbstractNode, index: number): ReactNode =>
  createElement(tag, { key: index, ...propsOf(attrs) }, ...children.map(drawNode))

/** `fill-rule` as React names it. */
const propsOf = (attrs: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(attrs).map(([name, value]) => [
      name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  )
