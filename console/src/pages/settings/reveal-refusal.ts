import { focusTarget } from './jump-target.ts'
import { type CardSpec, cardAnchorOf, controlIdOf } from './option-field.ts'

/** Shows and focuses the field of a refused option, also where a table stands for its control. */
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
