import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import type { OptionKey } from '@sluice/contract/options/registry'
import { useQuery } from '@tanstack/react-query'
import { Button, InputNumber } from 'antd'
import { useTranslation } from 'react-i18next'
import { useOption } from '../use-option.ts'
import { Unreadable } from '../view-switch.tsx'
import { AddName } from './add-name.tsx'
import { buildGroupLimits, type GroupLimit, parseGroupLimits } from './group-limits.ts'
import { groupsQuery } from './queries.ts'
import css from './ratelimit.module.css'

const newLimit = { most: 0, mostSuccessful: 1000 }

/** The limits of groups as a table, over their JSON text. */
export function GroupLimitsTable({ name, onJson }: { name: OptionKey; onJson(): void }) {
  const { t } = useTranslation(['settings-ratelimit', 'common'])
  const option = useOption(name)
  const { data: groups = [] } = useQuery(groupsQuery)
  const rows = parseGroupLimits(option.text)
  if (rows === null) return <Unreadable onJson={onJson} />
  const write = (next: readonly GroupLimit[]) => option.setText(buildGroupLimits(next))
  const patch = (group: string, change: Partial<GroupLimit>) =>
    write(rows.map((row) => (row.group === group ? { ...row, ...change } : row)))
  return (
    <div className={css.limits}>
      {rows.length > 0 && (
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{t('limits.group')}</th>
              <th scope="col">{t('limits.most')}</th>
              <th scope="col">{t('limits.successful')}</th>
              <th>
                <span className="visually-hidden">{t('common:table.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.group}>
                <th scope="row">{row.group}</th>
                <td>
                  <LimitInput
                    label={t('limits.mostOf', { group: row.group })}
                    value={row.most}
                    min={0}
                    isReadOnly={option.isReadOnly}
                    onChange={(most) => patch(row.group, { most })}
                  />
                </td>
                <td>
                  <LimitInput
                    label={t('limits.successfulOf', { group: row.group })}
                    value={row.mostSuccessful}
                    min={1}
                    isReadOnly={option.isReadOnly}
                    onChange={(mostSuccessful) => patch(row.group, { mostSuccessful })}
                  />
                </td>
                <td>
                  <Button
                    type="text"
                    disabled={option.isReadOnly}
                    icon={<DeleteOutlined />}
                    aria-label={t('limits.remove', { name: row.group })}
                    title={t('limits.remove', { name: row.group })}
                    onClick={() => write(rows.filter(({ group }) => group !== row.group))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {!option.isReadOnly && (
        <AddName
          placeholder={t('limits.new.groupLimits')}
          addLabel={t('limits.add.groupLimits')}
          known={groups}
          taken={rows.map(({ group }) => group)}
          onAdd={(group) => write([...rows, { group, ...newLimit }])}
        />
      )}
    </div>
  )
}

interface LimitInputProps {
  label: string
  value: number
  min: number
  isReadOnly: boolean
  onChange(value: number): void
}

function LimitInput({ label, value, min, isReadOnly, onChange }: LimitInputProps) {
  return (
    <InputNumber
      aria-label={label}
      className={css.limit}
      controls={false}
      precision={0}
      {...(value < min && { status: 'error', 'aria-invalid': 'true' })}
      readOnly={isReadOnly}
      value={value}
      onChange={(next) => next !== null && onChange(next)}
    />
  )
}
