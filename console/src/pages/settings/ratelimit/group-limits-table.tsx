import { limitPairBounds } from '@sluice/contract/options/list-types'
import type { OptionKey } from '@sluice/contract/options/registry'
import { useTranslation } from 'react-i18next'
import { type GroupNumber, GroupNumbersTable } from '../group-numbers-table.tsx'
import { useOption } from '../use-option.ts'
import { Unreadable } from '../view-switch.tsx'
import { buildGroupLimits, type GroupLimit, parseGroupLimits } from './group-limits.ts'

const newRow = (group: string): GroupLimit => ({ group, most: 0, mostSuccessful: 1000 })

const isWithin =
  ({ min, max }: { min: number; max: number }) =>
  (value: number): boolean =>
    value >= min && value <= max

/** The limits of groups as a table, over their JSON text. */
export function GroupLimitsTable({ name, onJson }: { name: OptionKey; onJson(): void }) {
  const { t } = useTranslation('settings-ratelimit')
  const option = useOption(name)
  const rows = parseGroupLimits(option.text)
  if (rows === null) return <Unreadable onJson={onJson} />
  const numbers: GroupNumber<GroupLimit>[] = [
    {
      title: t('limits.most'),
      nameOf: (group) => t('limits.mostOf', { group }),
      read: ({ most }) => most,
      write: (row, most) => ({ ...row, most }),
      isValid: isWithin(limitPairBounds.requests),
      precision: 0,
    },
    {
      title: t('limits.successful'),
      nameOf: (group) => t('limits.successfulOf', { group }),
      read: ({ mostSuccessful }) => mostSuccessful,
      write: (row, mostSuccessful) => ({ ...row, mostSuccessful }),
      isValid: isWithin(limitPairBounds.successful),
      precision: 0,
    },
  ]
  return (
    <GroupNumbersTable
      rows={rows}
      numbers={numbers}
      newRow={newRow}
      isReadOnly={option.isReadOnly}
      onChange={(next) => option.setText(buildGroupLimits(next))}
      onBlur={option.check}
    />
  )
}
