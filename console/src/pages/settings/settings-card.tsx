import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import RightOutlined from '@ant-design/icons/es/icons/RightOutlined'
import { Button, ConfigProvider } from 'antd'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Card, CardFooter } from '../../components/card.tsx'
import { Row } from '../../components/layout.tsx'
import { onUserAction } from '../../lib/on-user-action.ts'
import { isFoldedAtFirst } from './card-groups.ts'
import { EnvironmentNote } from './environment-note.tsx'
import { foldCard, useFold } from './fold-store.ts'
import { focusTarget } from './jump-target.ts'
import { changesOf } from './option-draft.ts'
import { type CardSpec, cardAnchorOf, controlIdOf, optionsOf } from './option-field.ts'
import { OptionRow } from './option-row.tsx'
import css from './settings.module.css'
import { CardContext, useDraft, useSettings } from './settings-context.ts'
import { type SaveRules, useSaveCard } from './use-save-card.ts'
import { useCardTexts } from './use-texts.ts'

export interface SettingsCardProps {
  card: CardSpec
  /** Its content, if it is not simply a row for each option. */
  children?: ReactNode
  rules?: SaveRules
  /** At the right of its title. */
  actions?: ReactNode
  /** At the left of its save button. */
  footerExtra?: ReactNode
  /** Called before a linked option is shown. */
  isTurning?: boolean
  /** Its content is searched and paged, also by readers, and switches off itself what they may not do. */
  isBrowsed?: boolean
}

/** Options that are saved together by their own button. */
export function SettingsCard({
  card,
  children,
  rules,
  actions,
  footerExtra,
  isTurning = false,
  isBrowsed = false,
}: SettingsCardProps) {
  const { t } = useTranslation('settings')
  const { title, purpose } = useCardTexts(card)
  const { snapshot, store, saves, isRoot } = useSettings()
  const changes = changesOf(card, snapshot, useDraft())
  const { save, prepare, refuse, isSaving } = useSaveCard(card, rules)
  useEffect(() => {
    saves.set(card.id, { prepare, refuse })
    return () => void saves.delete(card.id)
  })
  const { isFolded, canFold, fold } = useFolding(card, changes.length > 0)
  const section = useJumpTarget(card, isTurning || isFolded)
  const names = optionsOf(card)
  const canSave = names.some((name) => {
    return !card.options[name]?.isInstant && (isRoot || !snapshot.rootOnly.includes(name))
  })
  // Nothing of the card can be saved by this viewer.
  const isShownOnly = !isRoot && names.length > 0 && names.every((name) => snapshot.rootOnly.includes(name))
  const onKeyDown = (event: KeyboardEvent) => {
    if (!canSave || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void save()
  }
  return (
    <CardContext value={card}>
      <Card
        ref={section}
        id={cardAnchorOf(card)}
        title={title}
        purpose={purpose}
        // A folded card is one large target.
        onClick={isFolded ? () => fold(false) : undefined}
        style={isFolded ? { cursor: 'pointer' } : undefined}
        actions={
          <Row gap={4}>
            {!isFolded && actions}
            {canFold && (
              <Button
                type="text"
                size="small"
                icon={isFolded ? <RightOutlined /> : <DownOutlined />}
                aria-expanded={!isFolded}
                aria-label={t(isFolded ? 'unfold' : 'fold', { title })}
                onClick={() => fold(!isFolded)}
              />
            )}
          </Row>
        }
        onKeyDown={onKeyDown}
      >
        <div className={css.rows} data-folded={isFolded}>
          {isFolded ? null : (
            <ConfigProvider componentDisabled={isShownOnly && !isBrowsed}>
              {children ?? names.map((name) => <OptionRow key={name} name={name} />)}
            </ConfigProvider>
          )}
          {!isFolded && <EnvironmentNote card={card} />}
        </div>
        {canSave && !isFolded && (
          <CardFooter>
            <div>{footerExtra}</div>
            {changes.length > 0 && (
              <>
                <span className={css.changedCount}>{t('changedCount', { count: changes.length })}</span>
                <Button disabled={isSaving} onClick={() => store.drop(names)}>
                  {t('undoAll')}
                </Button>
              </>
            )}
            <Button
              type={changes.length > 0 ? 'primary' : 'default'}
              // Labelled here, as the spinner would otherwise become part of the name.
              aria-label={t('saveCard', { title })}
              aria-busy={isSaving}
              loading={isSaving}
              // The field keeps the focus: an error shown on blur would move the button away from the pointer.
              onMouseDown={(event) => event.preventDefault()}
              onClick={save}
            >
              {t('save')}
            </Button>
          </CardFooter>
        )}
      </Card>
    </CardContext>
  )
}

/** A card with changes, or with a fault, stays open. */
function useFolding(card: CardSpec, hasChanges: boolean) {
  const { target, store } = useSettings()
  const choice = useFold(card.id)
  const names = optionsOf(card)
  const hasProblem = useSyncExternalStore(store.subscribe, () => names.some((name) => name in store.get().problems))
  const mustOpen = hasChanges || hasProblem
  const isTarget = target?.card === card.id
  const wantsFold = choice ?? isFoldedAtFirst(card)
  useEffect(() => {
    if (isTarget && wantsFold) foldCard(card.id, false)
  }, [isTarget, wantsFold, card])
  return {
    isFolded: wantsFold && !mustOpen,
    canFold: !mustOpen,
    fold: (isFolded: boolean) => foldCard(card.id, isFolded),
  }
}

/** Scrolls to the card, or to the option in it, if the page's link targets it. */
function useJumpTarget(card: CardSpec, isTurning: boolean) {
  const { target, onArrive } = useSettings()
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (target?.card !== card.id || isTurning || section.current === null) return
    const { option } = target
    const row = option && section.current.querySelector<HTMLElement>(`[data-option="${option}"]`)
    const place = row || section.current
    keepInView(place, row ? 'center' : 'start')
    focusTarget(place, row ? controlIdOf(option) : undefined).focus({ preventScroll: true })
    // A card chosen from the list is marked there.
    if (option !== undefined) mark(place)
    onArrive()
  }, [target, card, isTurning, onArrive])
  return section
}

/** Fields above grow with their text after the first render: the position is kept until the user acts. */
function keepInView(place: Element, block: ScrollLogicalPosition): void {
  const show = () => place.scrollIntoView({ block })
  show()
  const observer = new ResizeObserver(show)
  observer.observe(document.body)
  onUserAction(() => observer.disconnect())
}

/** Until the user moves on. */
function mark(place: Element): void {
  place.setAttribute('data-found', '')
  place.addEventListener('focusout', () => place.removeAttribute('data-found'), { once: true })
}
