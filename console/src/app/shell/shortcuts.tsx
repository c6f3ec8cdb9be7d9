import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { isTyping } from '../../lib/is-typing.ts'
import { useNavigate } from '../../lib/page-router.tsx'
import { useNavSections } from '../navigation.ts'

const Library = lazy(async () => ({ default: (await import('../library.tsx')).Library }))
const CommandPalette = lazy(() => import('./palette/command-palette.tsx'))
const ShortcutHelp = lazy(() => import('./shortcut-help.tsx'))

/** Pages mark their search box with `data-search` (FilterBar.Search does). */
const focusSearch = (): boolean => {
  const box = document.querySelector<HTMLElement>('main [data-search] input, main input[data-search]')
  box?.focus()
  return box !== null
}

/** How long after `g` the letter may follow. */
const letterWithinMs = 1200

const openPalette = 'sluice:palette'
/** For buttons that do what Ctrl+K does. */
export const showPalette = (): void => void window.dispatchEvent(new Event(openPalette))

/** Listens on the whole page: quick navigation, `/`, `g` + letter, `?`. */
export function Shortcuts() {
  const [open, setOpen] = useState<'palette' | 'help' | null>(null)
  const navigate = useNavigate()
  const sections = useNavSections()
  const goAt = useRef(Number.NEGATIVE_INFINITY)

  useEffect(() => {
    const entries = sections.flatMap((section) => section.entries)
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        setOpen((now) => (now === 'palette' ? null : 'palette'))
        return
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const entry = entries.find(({ letter }) => letter === event.key)
      if (entry && event.timeStamp - goAt.current < letterWithinMs) void navigate({ to: entry.to })
      else if (event.key === '/' && focusSearch()) event.preventDefault()
      else if (event.key === '?') setOpen('help')
      goAt.current = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY
    }
    const onOpen = () => setOpen('palette')
    window.addEventListener('keydown', onKey)
    window.addEventListener(openPalette, onOpen)
    return () => {
      window.removeEventListener('keydown', onKey)
      window.removeEventListener(openPalette, onOpen)
    }
  }, [sections, navigate])

  return (
    <Suspense fallback={null}>
      {open !== null && (
        <Library>
          {open === 'palette' ? (
            <CommandPalette onClose={() => setOpen(null)} />
          ) : (
            <ShortcutHelp onClose={() => setOpen(null)} />
          )}
        </Library>
      )}
    </Suspense>
  )
}
