import layout from '../layout.module.css'
import css from './charts.module.css'

export interface TipLine {
  name: string
  value: string
  /** Colour of the dot; absent = none. */
  color?: string
  isTotal?: boolean
}

/** The tooltip of a chart as DOM nodes, so that names are never parsed as markup. */
export function buildTip(title: string, lines: readonly TipLine[]): HTMLElement {
  const tip = element('div', css.tip)
  tip.append(element('div', css.tipTitle, title))
  for (const { name, value, color, isTotal } of lines) {
    const row = element('div', isTotal ? `${layout.row} ${css.tipTotal}` : layout.row)
    if (color !== undefined) {
      const dot = element('span', css.tipDot)
      dot.style.background = color
      row.append(dot)
    }
    row.append(element('span', css.tipName, name), element('span', undefined, value))
    tip.append(row)
  }
  return tip
}

function element(name: string, className?: string, text?: string): HTMLElement {
  const made = document.createElement(name)
  if (className !== undefined) made.className = className
  if (text !== undefined) made.textContent = text
  return made
}
