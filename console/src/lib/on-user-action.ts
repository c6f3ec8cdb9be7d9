/** A key pressed in the page, a touch, a wheel; and `input`, as text may also be pasted, dictated or filled in. */
const actions = ['wheel', 'touchmove', 'pointerdown', 'keydown', 'input']

/** Calls `act` once, when the user next does something in the page. Returns how to stop waiting. */
export function onUserAction(act: () => void): () => void {
  const ended = new AbortController()
  const run = () => {
    ended.abort()
    act()
  }
  for (const event of actions) window.addEventListener(event, run, { signal: ended.signal, passive: true })
  return () => ended.abort()
}
