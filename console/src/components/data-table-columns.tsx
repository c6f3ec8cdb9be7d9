import SettingOutlined from '@ant-design/icons/es/icons/SettingOutlined'
import { Button, Checkbox, Popover, Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import css from './data-table.module.css'
import type { Density } from './use-table-settings.ts'

export interface ColumnChooserProps {
  columns: { key: string; title: string; required?: boolean }[]
  hidden: ReadonlySet<string>
  /** Hidden because the table is wider than its page, not by choice. */
  left: ReadonlySet<string>
  onToggle(key: string): void
  onReset(): void
  density: Density
  onDensity(density: Density): void
}

/** Which columns are shown, and how dense the rows are. */
export function ColumnChooser(props: ColumnChooserProps) {
  const { t } = useTranslation()
  const choosable = props.columns.filter(({ key, required }) => !required && key !== 'actions')
  const content = (
    <div className={css.chooser} role="dialog" aria-label={t('table.columns')}>
      {choosable.map(({ key, title }) => (
        <Checkbox
          key={key}
          checked={!props.hidden.has(key)}
          indeterminate={props.left.has(key)}
          onChange={() => props.onToggle(key)}
        >
          {title}
          {props.left.has(key) && <span className={css.left}>{t('table.noRoom')}</span>}
        </Checkbox>
      ))}
      <Segmented<Density>
        aria-label={t('table.density')}
        block
        size="small"
        value={props.density}
        onChange={props.onDensity}
        options={[
          { value: 'compact', label: t('table.compact') },
          { value: 'comfortable', label: t('table.comfortable') },
        ]}
      />
      <Button size="small" type="text" onClick={props.onReset}>
        {t('table.resetColumns')}
      </Button>
    </div>
  )
  return (
    <Popover trigger="click" placement="bottomRight" content={content}>
      <Button type="text" icon={<SettingOutlined />} aria-label={t('table.columns')} title={t('table.columns')} />
    </Popover>
  )
}
