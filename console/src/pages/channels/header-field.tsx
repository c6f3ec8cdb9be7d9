import { Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { type HeaderRow, hasHeaderValue, headerActions, headerRows } from './header-rows.ts'
import type { JsonFieldProps } from './json-field.tsx'
import { templates } from './json-text.ts'
import css from './rows-or-json.module.css'
import { type RowSlot, RowsOrJson } from './rows-or-json.tsx'

const nameExample = 'X-Project'
const valueExample = { set: 'Bearer {api_key}', client: 'X-Trace-Id' } as const

/** Changes of request headers. Form.Item adds the field's props. */
export function HeaderField(field: Omit<JsonFieldProps, 'template'>) {
  const { t } = useTranslation('channel-editor')
  return (
    <RowsOrJson<HeaderRow>
      {...field}
      rows={3}
      label={t('field.headerOverride')}
      addText={t('rows.addHeader')}
      template={templates.header_override}
      format={headerRows}
      renderRow={(slot) => <Header {...slot} />}
    />
  )
}

function Header({ row: { action, name, value }, number, isNew, change }: RowSlot<HeaderRow>) {
  const { t } = useTranslation('channel-editor')
  const input = { className: css.text, autoComplete: 'off', spellCheck: false }
  const nameOf = (label: string) => t('rows.nameIn', { name: label, number })
  const ownName = action === 'pass' ? t('rows.headerPattern') : t('rows.header')
  const ownValue = action === 'client' ? t('rows.clientHeader') : t('rows.value')
  return (
    <>
      <Select
        className={css.choice}
        aria-label={nameOf(t('rows.actionLabel'))}
        value={action}
        options={headerActions.map((one) => ({ value: one, label: t(`rows.headerAction.${one}`) }))}
        popupMatchSelectWidth={false}
        onChange={(next) =>
          change({ action: next, ...(next === 'pass' && { name: '*' }), ...(name === '*' && { name: '' }) })
        }
      />
      <Input
        {...input}
        autoFocus={isNew}
        aria-label={nameOf(ownName)}
        placeholder={action === 'pass' ? ownName : nameExample}
        value={name}
        onChange={(event) => change({ name: event.target.value })}
      />
      {hasHeaderValue(action) && (
        <Input
          {...input}
          aria-label={nameOf(ownValue)}
          placeholder={valueExample[action === 'client' ? 'client' : 'set']}
          value={value}
          onChange={(event) => change({ value: event.target.value })}
        />
      )}
    </>
  )
}
