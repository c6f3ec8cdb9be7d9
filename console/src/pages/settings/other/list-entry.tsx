import ArrowDownOutlined from '@ant-design/icons/es/icons/ArrowDownOutlined'
import ArrowUpOutlined from '@ant-design/icons/es/icons/ArrowUpOutlined'
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import { Button } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import texts from '../../../components/text.module.css'
import { ListField } from './list-field.tsx'
import { type ListPart, type ListRow, type ListSpec, partFault } from './list-rows.ts'
import css from './other.module.css'

interface ListEntryProps {
  spec: ListSpec
  row: ListRow
  position: { index: number; count: number }
  /** Whether the option was checked and has a fault. */
  showsFaults: boolean
  onChange(next: ListRow): void
  onMove(step: -1 | 1): void
  onDelete(): void
}

/** One entry of a list: a field for each part, and the buttons that move and delete it. */
export function ListEntry({ spec, row, position, showsFaults, onChange, onMove, onDelete }: ListEntryProps) {
  const { t } = useTranslation('settings-other')
  const number = position.index + 1
  return (
    <li className={css.entry} aria-label={t('lists.entry', { number })}>
      {spec.parts.map((part) => (
        <EntryPart
          key={part.key}
          spec={spec}
          part={part}
          number={number}
          showsFaults={showsFaults}
          row={row}
          onChange={(value) => onChange({ ...row, [part.key]: value })}
        />
      ))}
      <span className={css.buttons}>
        <Button
          size="small"
          type="text"
          icon={<ArrowUpOutlined />}
          disabled={position.index === 0}
          aria-label={t('lists.up', { number })}
          title={t('lists.up', { number })}
          onClick={() => onMove(-1)}
        />
        <Button
          size="small"
          type="text"
          icon={<ArrowDownOutlined />}
          disabled={number === position.count}
          aria-label={t('lists.down', { number })}
          title={t('lists.down', { number })}
          onClick={() => onMove(1)}
        />
        <Button
          size="small"
          type="text"
          icon={<DeleteOutlined />}
          aria-label={t('lists.delete', { number })}
          title={t('lists.delete', { number })}
          onClick={onDelete}
        />
      </span>
    </li>
  )
}

interface EntryPartProps {
  spec: ListSpec
  part: ListPart
  number: number
  showsFaults: boolean
  row: ListRow
  onChange(value: string): void
}

function EntryPart({ spec, part, number, showsFaults, row, onChange }: EntryPartProps) {
  const { t } = useTranslation('settings-other')
  const id = useId()
  const fault = showsFaults ? partFault(spec, part, row) : null
  // The keys of an entry come from its list; a test checks that each has a text.
  const label = (t as (key: string) => string)(`lists.part.${spec.id}.${part.key}`)
  return (
    <div className={css.part} data-kind={part.kind}>
      <label htmlFor={id}>{label}</label>
      <ListField
        id={id}
        part={part}
        value={row[part.key] ?? ''}
        onChange={onChange}
        label={t('lists.labelOf', { label, number })}
        faultId={fault === null ? undefined : `${id}-fault`}
      />
      {fault !== null && (
        <p id={`${id}-fault`} className={texts.problem}>
          {t(`problem.part.${fault.kind}`, { max: fault.max })}
        </p>
      )}
    </div>
  )
}
