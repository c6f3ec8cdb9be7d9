import { Select } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import css from './card-page.module.css'
import texts from './text.module.css'

interface CardAnchor {
  /** The id of the card's element. */
  id: string
  title: ReactNode
  /** Behind the title in the list. */
  mark?: ReactNode
  /** The name of the cards that it belongs to, shown before the first of them. */
  group?: string
}

interface CardPageProps {
  /** The name of the list of cards. */
  label: string
  anchors: readonly CardAnchor[]
  onJump(id: string): void
  /** Whether narrow pages, which have no list, have a select instead. */
  hasSelect?: boolean
  children: ReactNode
}

/** A page of cards: a list at the left links to them and marks the visible one. A single card has no list. */
export function CardPage({ label, anchors, onJump, hasSelect = false, children }: CardPageProps) {
  return (
    <div className={css.page} data-single={anchors.length < 2}>
      {anchors.length > 1 && <Anchors label={label} anchors={anchors} onJump={onJump} hasSelect={hasSelect} />}
      <div className={css.cards}>{children}</div>
    </div>
  )
}

function Anchors({ label, anchors, onJump, hasSelect }: Omit<CardPageProps, 'children'>) {
  const [current, choose] = useCardInView(anchors)
  const jump = (id: string) => {
    choose(id)
    onJump(id)
  }
  return (
    <nav className={css.anchors} aria-label={label}>
      <ul>
        {anchors.map(({ id, title, mark, group }, index) => (
          <li key={id}>
            {group !== anchors[index - 1]?.group && <span className={`${texts.hint} ${css.group}`}>{group}</span>}
            <a
              href={`#${id}`}
              aria-current={id === current ? 'location' : undefined}
              className={css.anchor}
              onClick={(event) => {
                event.preventDefault()
                jump(id)
              }}
            >
              {title}
              {mark}
            </a>
          </li>
        ))}
      </ul>
      {hasSelect && (
        <Select
          className={css.select}
          aria-label={label}
          // All of a page: a list that scrolls hides what is on it.
          listHeight={512}
          value={current}
          options={anchors.map(({ id, title }) => ({ value: id, label: title }))}
          onChange={jump}
        />
      )}
    </nav>
  )
}

/** Offset below the top bar, where a linked card starts. */
const readingLine = 140

/**
 * The card at the top of the window; at the end of the page the last one, which cannot scroll that far. A chosen card
 * stays marked until the user scrolls.
 */
function useCardInView(anchors: readonly CardAnchor[]) {
  const [current, setCurrent] = useState(anchors[0]?.id)
  const isJumping = useRef(false)
  const ids = anchors.map(({ id }) => id).join(' ')
  useEffect(() => {
    const cards = ids.split(' ')
    const look = () => {
      if (isJumping.current) {
        isJumping.current = false
        return
      }
      const { scrollTop, scrollHeight, clientHeight } = document.documentElement
      const isAtEnd = scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 2
      const passed = cards.filter((id) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top
        return top !== undefined && top <= readingLine
      })
      setCurrent((isAtEnd ? cards : passed).at(-1) ?? cards[0])
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [ids])
  const choose = (id: string) => {
    isJumping.current = true
    setCurrent(id)
  }
  return [current, choose] as const
}
