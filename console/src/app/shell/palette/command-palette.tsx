import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import { Modal } from 'antd'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row } from '../../../components/layout.tsx'
import texts from '../../../components/text.module.css'
import { isAdmin, useSessionUser } from '../../../lib/session.ts'
import type { PaletteGroup, PaletteItem } from './item.ts'
import { isSendable } from './match.ts'
import css from './palette.module.css'
import { rememberChoice } from './recent.ts'
import type { Viewer } from './targets.ts'
import { useGroups } from './use-groups.tsx'

const listId = 'palette-list'
/** The name printed on keyboards, the same in every language. */
const escapeKey = 'Esc'
const optionId = (item: PaletteItem) => `palette-${item.id}`

/** Finds pages, objects and settings by name. The text box keeps the focus; arrow keys select an entry of the list. */
export default function CommandPalette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('palette')
  const viewer = useSessionUser()
  const [text, setText] = useState('')
  const [activeId, setActiveId] = useState<string | null>(null)
  const groups = useGroups(text).filter(({ items, isLoading }) => items.length > 0 || isLoading)
  const items = groups.flatMap((group) => group.items)
  // The active option stays active while further results arrive.
  const active = items.find(({ id }) => id === activeId) ?? items[0]
  const isLoading = groups.some((group) => group.isLoading)

  const run = (item: PaletteItem | undefined) => {
    if (item === undefined) return
    if (item.target) rememberChoice(viewer?.id ?? null, { ...item.target, label: item.label })
    if (!item.isStaying) onClose()
    item.run()
  }
  const move = (step: number) => {
    if (items.length === 0) return
    const index = active === undefined ? 0 : items.indexOf(active)
    setActiveId(items[(index + step + items.length) % items.length]?.id ?? null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      move(step)
    }
    // Enter also confirms a character of an input method, which must not choose an option.
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) run(active)
  }
  return (
    <Modal
      open
      className={css.palette ?? ''}
      title={<span className="visually-hidden">{t('title')}</span>}
      footer={null}
      closable={false}
      width={600}
      onCancel={onClose}
    >
      <Row gap={12} className={css.box}>
        <SearchOutlined aria-hidden />
        <input
          // biome-ignore lint/a11y/noAutofocus: the user opened this dialog, and it has one field.
          autoFocus
          value={text}
          className={css.input}
          placeholder={t(placeholderOf(viewer))}
          aria-label={t(placeholderOf(viewer))}
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          aria-autocomplete="list"
          aria-expanded={items.length > 0}
          aria-controls={listId}
          aria-activedescendant={active && optionId(active)}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setText(event.target.value)
            setActiveId(null)
          }}
        />
        <button type="button" className={css.close} aria-label={t('close')} onClick={onClose}>
          <kbd className={css.key}>{escapeKey}</kbd>
        </button>
      </Row>
      <div id={listId} role="listbox" aria-label={t('title')} aria-busy={isLoading} tabIndex={-1} className={css.list}>
        {groups.map((group) => (
          <Group key={group.key} group={group} active={active} onPoint={setActiveId} onRun={run} />
        ))}
      </div>
      {items.length === 0 && !isLoading && <Nothing text={text.trim()} />}
      <div className={css.legend} aria-hidden>
        <span>
          <kbd className={css.key}>↑</kbd>
          <kbd className={css.key}>↓</kbd> {t('keys.choose')}
        </span>
        <span>
          <kbd className={css.key}>↵</kbd> {t('keys.open')}
        </span>
        <span>
          <kbd className={css.key}>{escapeKey}</kbd> {t('keys.close')}
        </span>
      </div>
      <div role="status" className="visually-hidden">
        {text.trim() !== '' && (isLoading ? t('searching') : t('count', { count: items.length }))}
      </div>
    </Modal>
  )
}

function placeholderOf(viewer: Viewer | null) {
  if (viewer === null) return 'placeholder'
  return isAdmin(viewer) ? 'placeholderAdmin' : 'placeholderUser'
}

function Nothing({ text }: { text: string }) {
  const { t } = useTranslation('palette')
  return (
    <div className={css.empty}>
      <p>{t('empty', { text })}</p>
      <p className={texts.hint}>{isSendable(text) ? t('emptyHint') : t('secretHint')}</p>
    </div>
  )
}

interface GroupProps {
  group: PaletteGroup
  active: PaletteItem | undefined
  onPoint(id: string): void
  onRun(item: PaletteItem): void
}

function Group({ group, active, onPoint, onRun }: GroupProps) {
  const { t } = useTranslation('palette')
  const headingId = `palette-group-${group.key}`
  return (
    // biome-ignore lint/a11y/useSemanticElements: a part of a list of choices, not of a form.
    <div role="group" aria-labelledby={headingId} className={css.group}>
      <div id={headingId} className={css.heading}>
        {t(`group.${group.key}`)}
      </div>
      {group.items.map((item) => (
        <Option
          key={item.id}
          item={item}
          isActive={item === active}
          onPoint={() => onPoint(item.id)}
          onRun={() => onRun(item)}
        />
      ))}
      {group.isLoading && <div className={css.waiting} />}
    </div>
  )
}

interface OptionProps {
  item: PaletteItem
  isActive: boolean
  onPoint(): void
  onRun(): void
}

function Option({ item, isActive, onPoint, onRun }: OptionProps) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the text box, which keeps the focus.
    <div
      ref={element}
      id={optionId(item)}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={css.item}
      // Not onPointerEnter: the list also moves under a pointer at rest.
      onMouseMove={isActive ? undefined : onPoint}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onRun}
    >
      <span className={css.icon} aria-hidden>
        {item.icon}
      </span>
      <span className={texts.cut} title={item.label}>
        {item.label}
      </span>
      {item.detail && (
        <span className={css.detail} title={item.detail}>
          {item.detail}
        </span>
      )}
      {item.keys && (
        <span className={css.keys} aria-hidden>
          {item.keys.map((key) => (
            <kbd key={key} className={css.key}>
              {key}
            </kbd>
          ))}
        </span>
      )}
    </div>
  )
}
