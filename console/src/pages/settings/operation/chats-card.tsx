import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { chatsCard } from '@sluice/contract/options/general'
import { Button, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import layout from '../../../components/layout.module.css'
import { Row, Stack } from '../../../components/layout.tsx'
import { PlaceButtons } from '../../../components/place-buttons.tsx'
import texts from '../../../components/text.module.css'
import { TableCard } from '../table-card.tsx'
import { useOption } from '../use-option.ts'
import { Unreadable } from '../view-switch.tsx'
import {
  type ChatFault,
  type ChatPreset,
  chatFaults,
  lacksPlaceholders,
  moved,
  parseChatPresets,
  writeChatPresets,
} from './chat-presets.ts'
import css from './operation.module.css'

const urlExample = 'https://chat.example.com/#key={key}&url={address}'

/** The chat clients offered for API tokens. */
export function ChatsCard() {
  return <TableCard card={chatsCard} options={['Chats']} table={(onJson) => <ChatList onJson={onJson} />} />
}

function ChatList({ onJson }: { onJson(): void }) {
  const { t } = useTranslation('settings-operation')
  const option = useOption('Chats')
  const parsed = parseChatPresets(option.text)
  if (!parsed.ok) return <Unreadable onJson={onJson} />
  const presets = parsed.value
  const write = (next: readonly ChatPreset[]) => option.setText(writeChatPresets(next))
  // Reported on blur and on save, as in any form.
  const faults = option.problem === undefined ? [] : chatFaults(presets)
  const isAllWell = faults.every((fault) => fault === null)
  return (
    <>
      {presets.length === 0 && <p className={css.emptyLine}>{t('chats.none')}</p>}
      {option.problem !== undefined && isAllWell && (
        <p role="alert" className={`${texts.problem} ${layout.ownLine}`}>
          {option.problem}
        </p>
      )}
      <Stack
        as="ol"
        gap={0}
        onBlur={(event) => {
          // Moving from a client's name to its address does not count as leaving.
          if (!event.currentTarget.contains(event.relatedTarget)) option.check()
        }}
      >
        {presets.map((preset, index) => (
          <ChatLine
            // Names may be empty or duplicate while they are typed.
            key={index}
            preset={preset}
            fault={faults[index] ?? null}
            position={{ index, count: presets.length }}
            onChange={(next) => write(presets.with(index, next))}
            onMove={(step) => write(moved(presets, index, step))}
            onDelete={() => write(presets.toSpliced(index, 1))}
          />
        ))}
      </Stack>
      <Row gap={[8, 16]} wrap className={css.addLine}>
        <Button icon={<PlusOutlined aria-hidden />} onClick={() => write([...presets, { name: '', url: '' }])}>
          {t('chats.add')}
        </Button>
        <p>{t('chats.hint')}</p>
      </Row>
    </>
  )
}

interface ChatLineProps {
  preset: ChatPreset
  fault: ChatFault | null
  position: { index: number; count: number }
  onChange(next: ChatPreset): void
  onMove(step: -1 | 1): void
  onDelete(): void
}

const isNameFault = (fault: ChatFault | null): boolean => fault === 'nameRequired' || fault === 'nameTaken'

function ChatLine({ preset, fault, position, onChange, onMove, onDelete }: ChatLineProps) {
  const { t } = useTranslation(['settings-operation', 'common'])
  const { index, count } = position
  const number = index + 1
  const isNameWrong = isNameFault(fault)
  return (
    <li className={css.chat}>
      <Input
        aria-label={t('chats.nameOf', { number })}
        placeholder={t('chats.name')}
        status={isNameWrong ? 'error' : undefined}
        aria-invalid={isNameWrong || undefined}
        value={preset.name}
        onChange={(event) => onChange({ ...preset, name: event.target.value })}
      />
      <Input
        className={css.chatUrl}
        aria-label={t('chats.urlOf', { number })}
        placeholder={urlExample}
        status={fault !== null && !isNameWrong ? 'error' : undefined}
        aria-invalid={(fault !== null && !isNameWrong) || undefined}
        spellCheck={false}
        value={preset.url}
        onChange={(event) => onChange({ ...preset, url: event.target.value })}
      />
      <Row as="span" gap={0} align="stretch" inline>
        <PlaceButtons
          index={index}
          count={count}
          labels={{
            up: t('chats.upOf', { number }),
            down: t('chats.downOf', { number }),
            remove: t('chats.deleteOf', { number }),
          }}
          onMove={onMove}
          onDelete={onDelete}
        />
      </Row>
      {fault !== null && (
        <p role="alert" className={`${texts.problem} ${css.chatNote}`}>
          {t(`problem.chat.${fault}`, { number })}
        </p>
      )}
      {fault === null && lacksPlaceholders(preset) && (
        <p className={`${texts.help} ${css.chatNote}`}>{t('chats.noPlaceholders')}</p>
      )}
    </li>
  )
}
