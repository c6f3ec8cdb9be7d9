import { Button, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import css from './channels.module.css'

export interface JsonFieldProps {
  /** Written into an empty field by the button, and shown in it as an example. */
  template: string
  /** The example, where that is not the template. */
  placeholder?: string
  rows?: number
  /** The button for the template is shown elsewhere. */
  isTemplateApart?: boolean
  /** From Form.Item. */
  id?: string
  value?: string
  onChange?(value: string): void
  onBlur?(): void
  'aria-describedby'?: string
  'aria-invalid'?: 'true'
}

/** A small JSON text with a template to start from. */
export function JsonField({
  template,
  placeholder = template,
  rows = 4,
  value = '',
  onChange,
  isTemplateApart = false,
  ...input
}: JsonFieldProps) {
  return (
    <div className={css.json}>
      <Input.TextArea
        {...input}
        className={css.mono}
        autoSize={{ minRows: rows, maxRows: 14 }}
        spellCheck={false}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange?.(event.target.value)}
      />
      {!isTemplateApart && <TemplateButton template={template} value={value} onFill={(text) => onChange?.(text)} />}
    </div>
  )
}

interface TemplateButtonProps {
  template: string
  /** The text of the field: only an empty one is filled in. */
  value: string
  onFill(text: string): void
}

export function TemplateButton({ template, value, onFill }: TemplateButtonProps) {
  const { t } = useTranslation('channel-editor')
  if (value.trim() !== '') return null
  return (
    <Button size="small" type="link" className={css.template} onClick={() => onFill(template)}>
      {t('json.template')}
    </Button>
  )
}
