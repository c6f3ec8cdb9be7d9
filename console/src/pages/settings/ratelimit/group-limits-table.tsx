import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import { useQuery } from '@tanstack/react-query'
import { AutoComplete, Button, InputNumber, Space } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../lib/api.ts'
import { useOption } from '../use-option.ts'
import { buildGroupLimits, type GroupLimit, parseGroupLimits } from './group-limits.ts'
import css from './ratelimit.module.css'

const groupsQuery = {
  queryKey: ['groups'],
  queryFn: () => api.get<string[]>('/api/group/'),
}
const newLimit = { most: 0, mostSuccessful: 1000 }

/** The limits of groups as a table, over the JSON that holds them. */
export function GroupLimitsTable({ name }: { name: string }) {
  const { t } = useTranslation(['settings', 'common'])
  const option = useOption(name)
  const rows = parseGroupLimits(option.text)
  if (rows === null) return <p className={css.unreadable}>{t('limits.unreadable')}</p>
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
                    aria-label={t('limits.remove', { group: row.group })}
                    title={t('limits.remove', { group: row.group })}
                    onClick={() => write(rows.filter(({ group }) => group !== row.group))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {!option.isReadOnly && (
        <AddGroup
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
      status={value < min ? 'error' : undefined}
      readOnly={isReadOnly}
      value={value}
      onChange={(next) => next !== null && onChange(next)}
    />
  )
}

function AddGroup({ taken, onAdd }: { taken: readonly string[]; onAdd(group: string): void }) {
  const { t } = useTranslation(['settings', 'common'])
  const [text, setText] = useState('')
  const { data: groups = [] } = useQuery(groupsQuery)
  const group = text.trim()
  const isUsable = group !== '' && !taken.includes(group)
  const add = (name: string) => {
    onAdd(name)
    setText('')
  }
  return (
    <Space.Compact block>
      <AutoComplete
        className={css.newGroup}
        aria-label={t('limits.newGroup')}
        placeholder={t('limits.newGroup')}
        value={text}
        options={groups.filter((name) => !taken.includes(name)).map((value) => ({ value }))}
        showSearch={{ filterOption: (query, item) => item?.value.includes(query.trim()) ?? false }}
        status={group !== '' && !isUsable ? 'error' : undefined}
        onChange={setText}
        onSelect={add}
      />
      <Button disabled={!isUsable} aria-label={t('limits.add')} onClick={() => add(group)}>
        {t('common:actions.add')}
      </Button>
    </Space.Compact>
  )
}
