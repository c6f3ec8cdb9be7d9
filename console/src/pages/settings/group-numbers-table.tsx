import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import layout from '../../components/layout.module.css'
import { NumberField } from '../../components/number-field.tsx'
import { AddName } from './add-name.tsx'
import css from './group-numbers-table.module.css'
import { groupsQuery } from './queries.ts'

/** A number of each group. */
export interface GroupNumber<Row> {
  title: string
  /** The accessible name of its field. */
  nameOf(group: string): string
  read(row: Row): number
  write(row: Row, value: number): Row
  isValid(value: number): boolean
  /** Decimal places; absent = any. */
  precision?: number
}

export interface GroupNumbersTableProps<Row> {
  rows: readonly Row[]
  numbers: readonly GroupNumber<Row>[]
  isReadOnly: boolean
  newRow(group: string): Row
  onChange(rows: Row[]): void
  /** A field was left. */
  onBlur(): void
}

/** One or more numbers of each group: rows that can be changed, removed and added. */
export function GroupNumbersTable<Row extends { group: string }>(props: GroupNumbersTableProps<Row>) {
  const { rows, numbers, isReadOnly, newRow, onChange, onBlur } = props
  const { t } = useTranslation(['settings', 'common'])
  const { data: groups = [] } = useQuery(groupsQuery)
  return (
    <div className={css.groups}>
      {rows.length > 0 && (
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{t('groupTable.group')}</th>
              {numbers.map(({ title }) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
              <th>
                <span className="visually-hidden">{t('common:table.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.group}>
                <th scope="row">{row.group}</th>
                {numbers.map((number) => (
                  <td key={number.title}>
                    <NumberField
                      aria-label={number.nameOf(row.group)}
                      className={layout.wide}
                      controls={false}
                      precision={number.precision}
                      {...(!number.isValid(number.read(row)) && { status: 'error', 'aria-invalid': 'true' })}
                      readOnly={isReadOnly}
                      value={number.read(row)}
                      onChange={(value) =>
                        value !== null && onChange(rows.map((one) => (one === row ? number.write(row, value) : one)))
                      }
                      onBlur={onBlur}
                    />
                  </td>
                ))}
                <td>
                  <Button
                    type="text"
                    disabled={isReadOnly}
                    icon={<DeleteOutlined />}
                    aria-label={t('removeOf', { name: row.group })}
                    title={t('removeOf', { name: row.group })}
                    onClick={() => onChange(rows.filter((one) => one !== row))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {!isReadOnly && (
        <AddName
          placeholder={t('groupTable.choose')}
          addLabel={t('groupTable.add')}
          known={groups}
          taken={rows.map(({ group }) => group)}
          onAdd={(group) => onChange([...rows, newRow(group)])}
        />
      )}
    </div>
  )
}
