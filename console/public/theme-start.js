// Runs before the first paint, so that a dark page does not flash white. Kept apart from the bundle because
// the content security policy allows no inline scripts.
;(() => {
  const { basePath = '' } = document.documentElement.dataset
  // An address without the base path shows this page too: the server cannot know whether a proxy removed the path.
  if (basePath !== '' && !`${location.pathname}/`.startsWith(`${basePath}/`)) {
    location.replace(basePath + location.pathname + location.search + location.hash)
    return
  }
  // As `lib/storage.ts` names it.
  const read = (key) => localStorage.getItem(basePath === '' ? key : `${basePath}:${key}`)
  let mode = null
  try {
    mode = read('theme-mode')
  } catch {
    // Storage can be forbidden; the system's preference is good enough then.
  }
  if (mode !== 'dark' && mode !== 'light') {
    mode = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  }
  document.documentElement.dataset.theme = mode
  try {
    // Signed-in people have the side menu, except on the pages that fill the window.
    const isWhole = /^\/($|setup|login|register|reset|user\/reset|oauth|chat)/.test(
      location.pathname.slice(basePath.length) || '/',
    )
    if (read('user') !== null && !isWhole) {
      const chosen = read('default_collapse_sidebar')
      const isNarrow = chosen === null ? siteCollapses() : chosen === 'true'
      document.documentElement.dataset.side = isNarrow ? '60' : '200'
    }
  } catch {
    // As above: the frame is then drawn without it.
  }

  function siteCollapses() {
    return JSON.parse(read('status') ?? '{}')?.default_collapse_sidebar === true
  }
})()
