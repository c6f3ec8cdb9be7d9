import type { OptionKey } from '@sluice/contract/options/registry'
import { type ReactNode, useState } from 'react'
import { Row } from '../../components/layout.tsx'
import { OptionRow } from './option-row.tsx'
import { SettingsCard, type SettingsCardProps } from './settings-card.tsx'
import { type View, ViewSwitch } from './view-switch.tsx'

interface TableCardProps extends SettingsCardProps {
  /** The options that the table edits; the other view shows their JSON. */
  options: readonly OptionKey[]
  /** The table. `onJson` switches to the other view. */
  table(onJson: () => void): ReactNode
  /** What stands below both views. */
  children?: ReactNode
}

/** A card whose options are JSON that a table edits. */
export function TableCard({ options, table, actions, children, ...card }: TableCardProps) {
  const [view, setView] = useState<View>('table')
  return (
    <SettingsCard
      {...card}
      actions={
        <Row>
          {actions}
          <ViewSwitch view={view} onChange={setView} />
        </Row>
      }
    >
      {view === 'table' ? table(() => setView('json')) : options.map((name) => <OptionRow key={name} name={name} />)}
      {children}
    </SettingsCard>
  )
}
