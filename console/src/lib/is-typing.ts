const textFields = 'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable=true]'

/** Whether a key pressed there belongs to a text, and is no shortcut. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest(textFields) !== null
