import { AutoComplete, Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import css from './channels.module.css'
import { JsonField } from './json-field.tsx'
import { type OtherField, otherFieldOf } from './other-field.ts'

/** A field that only some channel types have. */
export function OtherItem({ type }: { type: number }) {
  const { t } = useTranslation('channel-editor')
  const field = otherFieldOf(type)
  if (field === null) return null
  const { name, isRequired = false } = field
  return (
    <Form.Item
      name="other"
      label={t(`other.${name}`)}
      extra={t(`other.${name}Help`)}
      required={isRequired}
      rules={[{ required: isRequired, whitespace: true, message: t('validation.other') }]}
    >
      <OtherInput field={field} />
    </Form.Item>
  )
}

/** Form.Item adds the other props. */
function OtherInput({ field, ...input }: { field: OtherField }) {
  const { t } = useTranslation('channel-editor')
  const { example, template, choices = [], kinds } = field
  if (template !== undefined) return <JsonField {...input} template={template} placeholder={example} rows={2} />
  if (kinds) {
    const options = kinds.map((value) => ({ value, label: t(`appKind.${value}`) }))
    return <Select {...input} allowClear placeholder={example} options={options} />
  }
  const options = choices.map((value) => ({ value, label: value }))
  if (options.length > 0)
    return <AutoComplete {...input} allowClear className={css.mono} placeholder={example} options={options} />
  return <Input {...input} className={css.mono} autoComplete="off" spellCheck={false} placeholder={example} />
}
