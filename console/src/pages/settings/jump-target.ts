import { type CardSpec, textKeyOf } from './option-field.ts'
import type { JumpTarget } from './settings-context.ts'

interface TabCards {
  key: string
  cards: readonly Pick<CardSpec, 'id' | 'options'>[]
}

/**
 * Where a hash leads: `option-SMTPServer` to that option and `card-smtp` to that card, in whichever tab it is. An option
 * is named by its key, or as its control in the page is, with `_` for the dots. null = nowhere here.
 */
export function targetIn(hash: string, tabs: readonly TabCards[]): (JumpTarget & { tab: string }) | null {
  const [, kind, name = ''] = /^(card|option)-([\w.-]+)$/.exec(hash) ?? []
  for (const tab of tabs) {
    for (const { id, options } of tab.cards) {
      if (kind === 'card' && id === name) return { tab: tab.key, card: id }
      const option = Object.keys(options).find((key) => key === name || textKeyOf(key) === name)
      if (kind === 'option' && option !== undefined) return { tab: tab.key, card: id, option }
    }
  }
  return null
}

const focusable = 'input:enabled, textarea:enabled, button:enabled, [tabindex="0"]'

/**
 * What gets the focus at a target: the control of the option, or the first in its row where it is edited as a table;
 * otherwise the row or the card as a whole, as where the control is of no effect now.
 */
export function focusTarget(place: HTMLElement, controlId: string | undefined): HTMLElement {
  const control = controlId === undefined ? null : document.getElementById(controlId)
  if (control !== null) return control.matches(':disabled') ? place : control
  return (controlId !== undefined && place.querySelector<HTMLElement>(focusable)) || place
}
