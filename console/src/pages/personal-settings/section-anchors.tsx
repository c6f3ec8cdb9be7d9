import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from './personal-settings.module.css'
import { type SectionId, sections } from './section.tsx'

/** Offset below the top bar, where a linked section starts. */
const readingLine = 140

/** The section at the top of the window; at the end of the page the last one, which cannot scroll that far. */
function useSectionInView(): SectionId {
  const [current, setCurrent] = useState<SectionId>(sections[0])
  useEffect(() => {
    const look = () => {
      const { scrollTop, scrollHeight, clientHeight } = document.documentElement
      const isAtEnd = scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 2
      const passed = sections.filter((id) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top
        return top !== undefined && top <= readingLine
      })
      setCurrent((isAtEnd ? sections : passed).at(-1) ?? sections[0])
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [])
  return current
}

/** Links to the sections of the page, with the visible one marked. On phones the list scrolls. */
export function SectionAnchors() {
  const { t } = useTranslation('personal-settings')
  const current = useSectionInView()
  return (
    <nav className={css.anchors} aria-label={t('sections')}>
      <ul>
        {sections.map((id) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? 'location' : undefined}
              className={css.anchor}
              onClick={(event) => {
                event.preventDefault()
                const section = document.getElementById(id)
                section?.scrollIntoView()
                section?.focus({ preventScroll: true })
              }}
            >
              {t(`section.${id}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
