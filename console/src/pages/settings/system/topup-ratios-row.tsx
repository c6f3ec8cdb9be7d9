import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type GroupNumber, GroupNumbersTable } from '../group-numbers-table.tsx'
import { OptionRow } from '../option-row.tsx'
import { useOption } from '../use-option.ts'
import { Unreadable, type View, ViewSwitch } from '../view-switch.tsx'
import { buildTopupRatios, parseTopupRatios, type TopupRatio } from './topup-ratios.ts'

const name = 'TopupGroupRatio'
const newRow = (group: string): TopupRatio => ({ group, ratio: 1 })

/** The factors on top-ups by group, as a table or as the JSON behind it. */
export function TopupRatiosRow() {
  const [view, setView] = useState<View>('table')
  return (
    <OptionRow name={name} isWide actions={<ViewSwitch view={view} onChange={setView} />}>
      {view === 'table' ? <TopupRatios onJson={() => setView('json')} /> : undefined}
    </OptionRow>
  )
}

function TopupRatios({ onJson }: { onJson(): void }) {
  const { t } = useTranslation('settings-system')
  const option = useOption(name)
  const rows = parseTopupRatios(option.text)
  if (rows === null) return <Unreadable onJson={onJson} />
  const ratio: GroupNumber<TopupRatio> = {
    title: t('topupRatio.ratio'),
    nameOf: (group) => t('topupRatio.ratioOf', { group }),
    read: (row) => row.ratio,
    write: (row, value) => ({ ...row, ratio: value }),
    isValid: (value) => value > 0,
  }
  return (
    <GroupNumbersTable
      rows={rows}
      newRow={newRow}
      numbers={[ratio]}
      isReadOnly={option.isReadOnly}
      onChange={(next) => option.setText(buildTopupRatios(next))}
      onBlur={option.check}
    />
  )
}
