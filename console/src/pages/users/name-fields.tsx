import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import {
  type Complaint,
  displayNameComplaint,
  passwordComplaint,
  type UserValues,
  usernameComplaint,
} from './user-values.ts'
import css from './users.module.css'

/** A form rule from a function that returns the fault. */
function useRule() {
  const { t } = useTranslation('users')
  return (complaintOf: (value: string) => Complaint | null) => ({
    validator: (_: unknown, value: string | undefined) => {
      const complaint = complaintOf(value ?? '')
      return complaint === null ? Promise.resolve() : Promise.reject(new Error(t(`complaint.${complaint}`)))
    },
  })
}

/** The names: `before` is the current name of the account, absent = a new one. */
export function NameFields({ before }: { before?: Pick<UserValues, 'username' | 'display_name'> }) {
  const { t } = useTranslation('users')
  const rule = useRule()
  return (
    <>
      <Form.Item<UserValues>
        name="username"
        label={t('form.username')}
        required
        rules={[rule((value) => usernameComplaint(value, before?.username))]}
        extra={t('form.usernameHint')}
      >
        <Input autoFocus autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Form.Item>
      <Form.Item<UserValues>
        name="display_name"
        label={t('form.displayName')}
        required={before !== undefined && before.display_name !== ''}
        rules={[rule((value) => displayNameComplaint(value, before?.display_name))]}
        extra={before === undefined ? t('form.displayNameHint') : undefined}
      >
        <Input autoComplete="off" />
      </Form.Item>
    </>
  )
}

export function PasswordField({ required, hint }: { required: boolean; hint: string }) {
  const { t } = useTranslation('users')
  const rule = useRule()
  return (
    <Form.Item<UserValues>
      name="password"
      label={required ? t('form.password') : t('form.newPassword')}
      required={required}
      rules={[rule((value) => passwordComplaint(value, { required }))]}
      extra={hint}
    >
      <Input.Password className={css.secret} autoComplete="new-password" />
    </Form.Item>
  )
}
