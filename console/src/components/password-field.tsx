import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'

/** The password, asked for again before a login method is added. */
export function PasswordField({ autoFocus = false }: { autoFocus?: boolean | undefined }) {
  const { t } = useTranslation('personal-settings')
  return (
    <Form.Item
      name="password"
      label={t('profile.password')}
      rules={[{ required: true, message: t('problem.currentRequired') }]}
      validateTrigger={[]}
    >
      <Input.Password autoFocus={autoFocus} autoComplete="current-password" />
    </Form.Item>
  )
}
