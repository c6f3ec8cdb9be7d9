import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'

interface CodeFieldProps {
  label: string
  name?: string
  /** Recovery codes, which contain letters, are not accepted here. */
  digitsOnly?: boolean
}

/** Six digits of the app, or a recovery code where those are accepted. */
export function CodeField({ label, name = 'code', digitsOnly = false }: CodeFieldProps) {
  const { t } = useTranslation('personal-settings')
  return (
    <Form.Item
      name={name}
      label={label}
      rules={[
        { required: true, whitespace: true, message: t('authenticator.codeRequired') },
        { min: 6, message: t('authenticator.codeShort') },
      ]}
      validateTrigger={[]}
    >
      <Input
        autoFocus
        autoComplete="one-time-code"
        autoCapitalize="none"
        inputMode={digitsOnly ? 'numeric' : 'text'}
        spellCheck={false}
      />
    </Form.Item>
  )
}
