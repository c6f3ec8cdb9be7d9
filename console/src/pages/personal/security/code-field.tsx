import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'

/** Six digits of the app, or a recovery code where those count. */
export function CodeField({ label, name = 'code' }: { label: string; name?: string }) {
  const { t } = useTranslation('personal')
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
      <Input autoFocus autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} />
    </Form.Item>
  )
}
