import { textKeyOf } from '../../lib/option-texts.ts'
import type { CardSpec } from './option-field.ts'
import type { JumpTarget } from './settings-context.ts'

interface TabCards {
  key: string
  cards: readonly Pick<CardSpec, 'id' | 'options'>[]
}

/**
 * The target of a hash: `option-SMTPServer` is that option and `card-smtp` that card, in any tab. An option is named by
 * its key, or like its control in the page, with `_` for the dots. null = not a target.
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

/** Inputs before buttons: the first button of a table may remove a row. */
const focusable = ['input:not([disabled]), textarea:not([disabled])', 'button:not([disabled]), [tabindex="0"]']

/**
 * The element to focus at a target: the control of the option, or the first in its row if it is edited as a table;
 * otherwise the row or the card itself, for example if the control is disabled.
 */
export function focusTarget(place: HTMLElement, controlId: string | undefined): HTMLElement {
  const control = controlId === undefined ? null : document.getElementById(controlId)
  if (control !== null) return control.matches(':disabled') ? place : control
  if (controlId === undefined) return place
  const [first] = focusable.flatMap((selector) => place.querySelector<HTMLElement>(selector) ?? [])
  return first ?? place
}
