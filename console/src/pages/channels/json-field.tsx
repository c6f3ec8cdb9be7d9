import { Button, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import type { FormControl } from '../../components/form-control.ts'
import { Stack } from '../../components/layout.tsx'
import css from './channels.module.css'

export interface JsonFieldProps extends FormControl<string> {
  /** Inserted into an empty field by the button, and shown as its placeholder. */
  template: string
  /** The placeholder, if it is not the template. */
  placeholder?: string
  rows?: number
  /** The template button is rendered elsewhere. */
  isTemplateApart?: boolean
}

/** A field for a short JSON text with a template. */
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
    <Stack gap={0} align="start">
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
    </Stack>
  )
}

interface TemplateButtonProps {
  template: string
  /** The current text. The button is shown only while it is empty. */
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
