import ArrowDownOutlined from '@ant-design/icons/es/icons/ArrowDownOutlined'
import ArrowUpOutlined from '@ant-design/icons/es/icons/ArrowUpOutlined'
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import { autoGroup } from '@sluice/contract/group'
import { autoGroupsCard } from '@sluice/contract/options/groups'
import { Button, Select } from 'antd'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { ColorTag } from '../../../components/color-tag.tsx'
import { Row } from '../../../components/layout.tsx'
import texts from '../../../components/text.module.css'
import { namesIn } from '../models/names.ts'
import { controlIdOf } from '../option-field.ts'
import { OptionRow } from '../option-row.tsx'
import { useSettings } from '../settings-context.ts'
import { TableCard } from '../table-card.tsx'
import { useOption } from '../use-option.ts'
import { Unreadable } from '../view-switch.tsx'
import { moved } from './chat-presets.ts'
import { numbersOrNone } from './json-table.ts'
import css from './operation.module.css'

/** The order of groups that tokens of the group `auto` try. */
export function AutoGroupsCard() {
  return (
    <TableCard card={autoGroupsCard} options={['AutoGroups']} table={(onJson) => <GroupOrder onJson={onJson} />}>
      <OptionRow name="DefaultUseAutoGroup" />
      <OptionRow name="MaxTokenAutoGroups" />
    </TableCard>
  )
}

function GroupOrder({ onJson }: { onJson(): void }) {
  const { t } = useTranslation('settings-operation')
  const { snapshot } = useSettings()
  const option = useOption('AutoGroups')
  const list = useRef<HTMLOListElement>(null)
  const [announcement, setAnnouncement] = useState('')
  const known = [...numbersOrNone(snapshot.values.GroupRatio ?? '{}').keys()]
  const groups = namesIn(option.text)
  // A name that occurs twice has no place of its own; the JSON shows both.
  if (groups === null || new Set(groups).size < groups.length) return <Unreadable onJson={onJson} />

  const write = (next: readonly string[]) => option.setText(JSON.stringify(next))
  /** Focuses the first of these buttons of a row that is enabled. */
  const focusButton = (index: number, ...actions: ('up' | 'down' | 'remove')[]) =>
    actions
      .map((action) => list.current?.children[index]?.querySelector<HTMLButtonElement>(`[data-action=${action}]`))
      .find((button) => button?.disabled === false)
      ?.focus()
  const move = (index: number, step: -1 | 1) => {
    const place = index + step
    // A moved element loses the focus.
    flushSync(() => {
      write(moved(groups, index, step))
      setAnnouncement(t('autoGroups.moved', { group: groups[index], place: place + 1, count: groups.length }))
    })
    if (step === -1) focusButton(place, 'up', 'down')
    else focusButton(place, 'down', 'up')
  }
  const remove = (index: number) => {
    flushSync(() => write(groups.toSpliced(index, 1)))
    focusButton(Math.min(index, groups.length - 2), 'remove')
  }
  return (
    <OptionRow name="AutoGroups" isWide>
      <ol
        ref={list}
        id={controlIdOf('AutoGroups')}
        className={css.order}
        tabIndex={-1}
        aria-label={t('field.AutoGroups.label')}
      >
        {groups.map((group, index) => (
          <li key={group}>
            <span className={css.orderPlace} aria-hidden>
              {index + 1}
            </span>
            <Row as="span" gap={[4, 8]} align="stretch" wrap grow className={texts.anywhere}>
              <code>{group}</code>
              {!known.includes(group) && <ColorTag color="yellow">{t('autoGroups.unknown')}</ColorTag>}
            </Row>
            <Button
              data-action="up"
              size="small"
              type="text"
              icon={<ArrowUpOutlined />}
              disabled={option.isReadOnly || index === 0}
              aria-label={t('autoGroups.upOf', { group })}
              title={t('autoGroups.upOf', { group })}
              onClick={() => move(index, -1)}
            />
            <Button
              data-action="down"
              size="small"
              type="text"
              icon={<ArrowDownOutlined />}
              disabled={option.isReadOnly || index === groups.length - 1}
              aria-label={t('autoGroups.downOf', { group })}
              title={t('autoGroups.downOf', { group })}
              onClick={() => move(index, 1)}
            />
            <Button
              data-action="remove"
              size="small"
              type="text"
              icon={<DeleteOutlined />}
              disabled={option.isReadOnly}
              aria-label={t('autoGroups.removeOf', { group })}
              title={t('autoGroups.removeOf', { group })}
              onClick={() => remove(index)}
            />
          </li>
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      <Select
        showSearch
        className={css.adderName}
        aria-label={t('autoGroups.add')}
        placeholder={t('autoGroups.add')}
        disabled={option.isReadOnly}
        value={null}
        options={known
          .filter((group) => group !== autoGroup && !groups.includes(group))
          .map((group) => ({ value: group, label: group }))}
        onChange={(group: string | null) => group !== null && write([...groups, group])}
      />
    </OptionRow>
  )
}
