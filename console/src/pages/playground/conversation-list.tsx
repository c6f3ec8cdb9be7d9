import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { Alert, Button, Dropdown, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row, Stack } from '../../components/layout.tsx'
import texts from '../../components/text.module.css'
import { useOfferUndo } from '../../components/use-offer-undo.tsx'
import { saveText } from '../../lib/save-text.ts'
import { toastError } from '../../lib/toasts.ts'
import type { Conversation } from './conversation.ts'
import { conversationAsMarkdown } from './conversation-as-markdown.ts'
import { packConversation, readConversation } from './keep-conversation.ts'
import css from './playground.module.css'
import { type ConversationShelf, type ShelfEntry, searchShelf, titleOf } from './shelf.ts'
import { useShelf } from './use-conversation.ts'

interface ConversationListProps {
  conversation: Conversation
  shelf: ConversationShelf
  openId: string
  isBusy: boolean
  onOpen(): void
}

/** The account's conversations in this browser. While an answer is being written, none can be opened or deleted. */
export function ConversationList({ conversation, shelf, openId, isBusy, onOpen }: ConversationListProps) {
  const { t } = useTranslation('playground')
  const offerUndo = useOfferUndo()
  const { entries, state } = useShelf(shelf)
  const [search, setSearch] = useState('')
  const [renamed, setRenamed] = useState<string | null>(null)
  const found = searchShelf(entries, search)

  const find = async (id: string) => {
    if (id === openId) return conversation.get()
    const kept = readConversation(await shelf.read(id))
    if (kept === null) toastError(t('conversations.lost'))
    return kept
  }
  const open = async (id: string) => {
    const kept = id === openId ? null : await find(id)
    if (kept !== null && !conversation.open(kept)) return
    onOpen()
  }
  const rename = async (id: string, title: string) => {
    setRenamed(null)
    if (id === openId) return conversation.rename(title)
    const kept = await find(id)
    if (kept === null) return
    const next = { ...kept, title }
    await shelf.keep(next, packConversation(next))
  }
  const remove = async (id: string) => {
    const kept = await find(id)
    const isOpen = id === openId
    if (isOpen) conversation.startNew()
    await shelf.remove(id)
    if (kept === null) return
    const undo = () => {
      void shelf.keep(kept, packConversation(kept))
      if (isOpen) conversation.open(kept)
    }
    offerUndo({ key: `removed-${id}`, title: t('conversations.removed'), undo })
  }
  const save = async (entry: ShelfEntry, format: 'json' | 'md') => {
    const kept = await find(entry.id)
    if (kept === null) return
    const name = `${
      nameOf(entry)
        .replaceAll(/[^\p{L}\p{N} ._-]/gu, '')
        .slice(0, 60)
        .trim() || 'conversation'
    }.${format}`
    if (format === 'json') return saveText(name, JSON.stringify(kept, null, 2), 'application/json')
    const words = {
      title: nameOf(entry),
      you: t('you'),
      thoughts: t('thoughts'),
      system: t('conversations.system'),
      pictures: (count: number) => t('conversations.pictures', { count }),
    }
    saveText(name, conversationAsMarkdown(kept, words), 'text/markdown')
  }
  const nameOf = (entry: ShelfEntry) => titleOf(entry) || t('conversations.untitled')
  const actionsOf = (entry: ShelfEntry) => ({
    items: [
      { key: 'rename', label: t('conversations.rename'), onClick: () => setRenamed(entry.id) },
      { key: 'json', label: t('conversations.json'), onClick: () => void save(entry, 'json') },
      { key: 'markdown', label: t('conversations.markdown'), onClick: () => void save(entry, 'md') },
      {
        key: 'remove',
        label: t('conversations.remove'),
        danger: true,
        disabled: isBusy,
        onClick: () => void remove(entry.id),
      },
    ],
  })
  return (
    <Stack gap={12} as="section" aria-label={t('conversations.title')}>
      <Button
        icon={<PlusOutlined aria-hidden />}
        disabled={isBusy}
        onClick={() => {
          conversation.startNew()
          onOpen()
        }}
      >
        {t('conversations.new')}
      </Button>
      {state !== 'ready' && <Alert type="warning" title={t(`conversations.${state}`)} />}
      {entries.length > 0 && (
        <Input.Search
          allowClear
          aria-label={t('conversations.search')}
          placeholder={t('conversations.search')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      {found.length === 0 && state !== 'refused' && (
        <p className={texts.hint}>{t(entries.length === 0 ? 'conversations.none' : 'conversations.notFound')}</p>
      )}
      <Stack as="ul" gap={0}>
        {found.map((entry) => (
          <li key={entry.id}>
            {renamed === entry.id ? (
              <NameInput
                label={t('conversations.name')}
                name={nameOf(entry)}
                onDone={(title) => (title === null ? setRenamed(null) : void rename(entry.id, title))}
              />
            ) : (
              <Row gap={0}>
                <Button
                  type="text"
                  className={css.conversation}
                  aria-current={entry.id === openId}
                  disabled={isBusy && entry.id !== openId}
                  title={nameOf(entry)}
                  onClick={() => void open(entry.id)}
                >
                  <span>{nameOf(entry)}</span>
                </Button>
                <Dropdown menu={actionsOf(entry)} trigger={['click']}>
                  <Button
                    type="text"
                    icon={<MoreOutlined aria-hidden />}
                    aria-label={t('conversations.menu', { title: nameOf(entry) })}
                  />
                </Dropdown>
              </Row>
            )}
          </li>
        ))}
      </Stack>
    </Stack>
  )
}

interface NameInputProps {
  label: string
  name: string
  /** Null = the name stays. */
  onDone(name: string | null): void
}

function NameInput({ label, name, onDone }: NameInputProps) {
  const [draft, setDraft] = useState(name)
  const done = () => onDone(draft.trim() === '' || draft === name ? null : draft.trim())
  return (
    <Input
      autoFocus
      maxLength={100}
      aria-label={label}
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={done}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') done()
        if (event.key === 'Escape') onDone(null)
      }}
    />
  )
}
