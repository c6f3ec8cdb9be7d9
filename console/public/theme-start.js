// Runs before the first paint, so that a dark page does not flash white. Kept apart from the bundle because
// the content security policy allows no inline scripts.
;(() => {
  let mode = null
  try {
    mode = localStorage.getItem('theme-mode')
  } catch {
    // Storage can be forbidden; the system's preference is good enough then.
  }
  if (mode !== 'dark' && mode !== 'light') {
    mode = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  }
  document.documentElement.dataset.theme = mode
})()
