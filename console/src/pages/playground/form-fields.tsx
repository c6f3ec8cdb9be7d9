import { Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { VendorMark } from '../../components/vendor-mark/vendor-mark.tsx'
import { SettingField } from './setting-field.tsx'

interface ModelFieldProps {
  value: string
  models: readonly string[]
  onChange(model: string): void
}

/** The choice of a model, with the mark of its maker. */
export function ModelField({ value, models, onChange }: ModelFieldProps) {
  const { t } = useTranslation('playground')
  return (
    <SettingField label={t('model')}>
      {(id) => (
        <Select
          id={id}
          showSearch
          value={value}
          prefix={<VendorMark model={value} />}
          options={models.map((name) => ({ value: name, label: name }))}
          onChange={onChange}
        />
      )}
    </SettingField>
  )
}

interface PromptFieldProps {
  label: string
  value: string
  max: number
  onChange(text: string): void
  /** Ctrl or Command with Enter. */
  onSend(): void
}

/** The text of a call. */
export function PromptField({ label, value, max, onChange, onSend }: PromptFieldProps) {
  return (
    <SettingField label={label}>
      {(id) => (
        <Input.TextArea
          id={id}
          autoSize={{ minRows: 4, maxRows: 14 }}
          maxLength={max}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSend()
          }}
        />
      )}
    </SettingField>
  )
}
