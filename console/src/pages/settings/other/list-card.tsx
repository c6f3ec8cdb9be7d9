import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { addressesCard, faqCard, uptimeCard } from '@sluice/contract/options/dashboard-lists'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import texts from '../../../components/text.module.css'
import { moved } from '../operation/chat-presets.ts'
import { controlIdOf } from '../option-field.ts'
import { OptionRow } from '../option-row.tsx'
import { SettingsCard } from '../settings-card.tsx'
import { useOption } from '../use-option.ts'
import { ListEntry } from './list-entry.tsx'
import { emptyRow, type ListRow, type ListSpec, parseRows, writeRows } from './list-rows.ts'
import css from './other.module.css'

const cards = {
  faq: faqCard,
  addresses: addressesCard,
  uptime: uptimeCard,
} as const

/** A list of the operator, entry by entry, and the switch that shows it. */
export function ListCard({ spec }: { spec: ListSpec }) {
  const card = cards[spec.id]
  return (
    <SettingsCard card={card}>
      <OptionRow name={spec.switch} />
      <ListEditor spec={spec} />
    </SettingsCard>
  )
}

function ListEditor({ spec }: { spec: ListSpec }) {
  const { t } = useTranslation('settings-other')
  const option = useOption(spec.option)
  const rows = parseRows(option.text, spec)
  // The server sends no such text: it must be one of a later version.
  if (rows === null) return <OptionRow name={spec.option} />
  const write = (next: readonly ListRow[]) => option.setText(writeRows(next))
  const add = () => write([...rows, emptyRow(spec)])
  return (
    <div className={css.list} data-option={spec.option} data-changed={option.isChanged} tabIndex={-1}>
      {rows.length === 0 && <p className={texts.help}>{t(`lists.${spec.id}.none`)}</p>}
      {option.problem !== undefined && (
        <p role="alert" className={texts.problem}>
          {option.problem}
        </p>
      )}
      <ol
        className={css.entries}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) option.check()
        }}
      >
        {rows.map((row, index) => (
          <ListEntry
            // Entries have no ids, and may be equal while they are edited.
            key={index}
            spec={spec}
            row={row}
            position={{ index, count: rows.length }}
            showsFaults={option.problem !== undefined}
            onChange={(next) => write(rows.with(index, next))}
            onMove={(step) => write(moved(rows, index, step))}
            onDelete={() => write(rows.toSpliced(index, 1))}
          />
        ))}
      </ol>
      <Button
        id={controlIdOf(spec.option)}
        icon={<PlusOutlined aria-hidden />}
        disabled={rows.length >= spec.max || option.isReadOnly}
        onClick={add}
      >
        {t(`lists.${spec.id}.add`)}
      </Button>
    </div>
  )
}
