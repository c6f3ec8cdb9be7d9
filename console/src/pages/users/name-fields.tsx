import { usernameBounds } from '@sluice/contract/account-bounds'
import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import hintOrError from '../../components/hint-or-error.module.css'
import {
  boundsOf,
  displayNameProblem,
  type Problem,
  passwordProblem,
  type UserValues,
  usernameProblem,
} from './user-values.ts'

/** A form rule from a function that returns the fault. */
function useRule() {
  const { t } = useTranslation('users')
  return (findProblem: (value: string) => Problem | null) => ({
    validator: (_: unknown, value: string | undefined) => {
      const problem = findProblem(value ?? '')
      return problem === null
        ? Promise.resolve()
        : Promise.reject(new Error(t(`problem.${problem}`, boundsOf(problem))))
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
        rules={[rule((value) => usernameProblem(value, before?.username))]}
        extra={t('form.usernameHint', usernameBounds)}
      >
        <Input autoFocus autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Form.Item>
      <Form.Item<UserValues>
        name="display_name"
        label={t('form.displayName')}
        required={before !== undefined && before.display_name !== ''}
        rules={[rule((value) => displayNameProblem(value, before?.display_name))]}
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
      className={hintOrError.item}
      name="password"
      label={required ? t('form.password') : t('form.newPassword')}
      required={required}
      rules={[rule((value) => passwordProblem(value, { required }))]}
      extra={hint}
    >
      <Input.Password autoComplete="new-password" />
    </Form.Item>
  )
}
