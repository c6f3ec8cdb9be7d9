import { focusTarget } from './jump-target.ts'
import { type CardSpec, cardAnchorOf, controlIdOf } from './option-field.ts'

/**
 * Scrolls to the field of a refused option and focuses it. An option that is edited as a table has no control of its
 * own: the first invalid field of the table gets the focus.
 */
export function revealRefusal(card: CardSpec, option: string): void {
  const place =
    document.querySelector<HTMLElement>(`[data-option="${option}"]`) ?? document.getElementById(cardAnchorOf(card))
  if (place === null) return
  const invalid = place.querySelector<HTMLElement>('[aria-invalid="true"]')
  const target = invalid ?? focusTarget(place, controlIdOf(option))
  target.focus({ preventScroll: true })
  target.scrollIntoView({ block: 'nearest' })
  // The reason is below the control.
  place.querySelector('[role=alert]')?.scrollIntoView({ block: 'nearest' })
}
