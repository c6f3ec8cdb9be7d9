import { Select } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changesOf } from './option-draft.ts'
import { type CardSpec, cardAnchorOf } from './option-field.ts'
import css from './settings.module.css'
import { useDraft, useSettings } from './settings-context.ts'
import { useCardTexts } from './use-texts.ts'

export interface CardAnchorsProps {
  cards: readonly CardSpec[]
  onJump(card: CardSpec): void
}

/** The cards of a tab, with the visible one marked: a list at the left, or a select on narrow pages. */
export function CardAnchors({ cards, onJump }: CardAnchorsProps) {
  const { t } = useTranslation('settings')
  const [current, choose] = useCardInView(cards)
  const jump = (card: CardSpec) => {
    choose(card.id)
    onJump(card)
  }
  return (
    <nav className={css.anchors} aria-label={t('cards')}>
      <ul>
        {cards.map((card) => (
          <li key={card.id}>
            <AnchorLink card={card} isCurrent={card.id === current} onJump={jump} />
          </li>
        ))}
      </ul>
      <AnchorSelect cards={cards} current={current} onJump={jump} />
    </nav>
  )
}

function AnchorLink(props: { card: CardSpec; isCurrent: boolean; onJump(card: CardSpec): void }) {
  const { card, isCurrent, onJump } = props
  const { t } = useTranslation('settings')
  const { snapshot } = useSettings()
  const isChanged = changesOf(card, snapshot, useDraft()).length > 0
  return (
    <a
      href={`#${cardAnchorOf(card)}`}
      aria-current={isCurrent ? 'location' : undefined}
      className={css.anchor}
      onClick={(event) => {
        event.preventDefault()
        onJump(card)
      }}
    >
      <CardTitle card={card} />
      {isChanged && <span className={css.dot} role="img" aria-label={t('unsaved')} title={t('unsaved')} />}
    </a>
  )
}

const CardTitle = ({ card }: { card: CardSpec }) => useCardTexts(card).title

function AnchorSelect(props: CardAnchorsProps & { current: string | undefined }) {
  const { t } = useTranslation('settings')
  const { cards, current, onJump } = props
  return (
    <Select
      className={css.anchorSelect}
      aria-label={t('cards')}
      value={current}
      options={cards.map((card) => ({ value: card.id, label: <CardTitle card={card} /> }))}
      onChange={(id) => {
        const card = cards.find((one) => one.id === id)
        if (card) onJump(card)
      }}
    />
  )
}

/** Offset below the top bar, where a linked card starts. */
const readingLine = 140

/**
 * The card at the top of the window; at the end of the page the last one, which cannot scroll that far. A chosen card
 * stays marked until the user scrolls.
 */
function useCardInView(cards: readonly CardSpec[]) {
  const [current, setCurrent] = useState(cards[0]?.id)
  const isJumping = useRef(false)
  useEffect(() => {
    const look = () => {
      if (isJumping.current) {
        isJumping.current = false
        return
      }
      const { scrollTop, scrollHeight, clientHeight } = document.documentElement
      const isAtEnd = scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 2
      const passed = cards.filter((card) => {
        const top = document.getElementById(cardAnchorOf(card))?.getBoundingClientRect().top
        return top !== undefined && top <= readingLine
      })
      setCurrent((isAtEnd ? cards : passed).at(-1)?.id ?? cards[0]?.id)
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [cards])
  const choose = (id: string) => {
    isJumping.current = true
    setCurrent(id)
  }
  return [current, choose] as const
}
