import { onUserAction } from '../lib/on-user-action.ts'

/** A folded section around a field takes some tenths of a second to open. */
const opensWithinMs = 1_000

/**
 * Keeps the first refused field of a form in view, with its reason, while the sections around it open, and focuses its
 * control unless the focus is in the field. Ends as soon as the user does something or the focus moves elsewhere: text
 * must not get into another field than the one it was meant for.
 */
export function revealRefused(form: HTMLElement): void {
  /** Where the focus was after the last look; undefined before the first one. */
  let left: Element | null | undefined
  const observer = new ResizeObserver(() => {
    const { activeElement } = document
    if (left !== undefined && activeElement !== left && activeElement !== document.body) return end()
    show(form)
    left = document.activeElement
  })
  // The fields grow with their reasons and their sections, also where the form itself is as high as before.
  for (const part of form.querySelectorAll('.ant-form-item, .ant-collapse-panel, .ant-collapse-content'))
    observer.observe(part)
  observer.observe(form)
  const stopWaiting = onUserAction(() => end())
  const end = () => {
    stopWaiting()
    observer.disconnect()
    clearTimeout(timer)
  }
  const timer = setTimeout(end, opensWithinMs)
}

function show(form: HTMLElement): void {
  const field = form.querySelector('.ant-form-item-has-error')
  if (field === null) return
  for (let fold = field.closest('details'); fold !== null; fold = fold.parentElement?.closest('details') ?? null)
    fold.open = true
  if (!field.contains(document.activeElement)) controlOf(field)?.focus({ preventScroll: true })
  field.scrollIntoView({ block: 'center' })
  field.querySelector('.ant-form-item-explain-error')?.scrollIntoView({ block: 'nearest' })
}

const controlOf = (field: Element): HTMLElement | null =>
  field.querySelector<HTMLElement>('[aria-invalid=true]:not(fieldset)') ??
  field.querySelector<HTMLElement>('input, textarea, button')
