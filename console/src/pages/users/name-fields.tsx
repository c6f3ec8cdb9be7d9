import { usernameBounds } from '@sluice/contract/account-bounds'
import { roles } from '@sluice/contract/roles'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import hintOrError from '../../components/hint-or-error.module.css'
import { useOptionsState } from '../../components/use-options-state.tsx'
import { isRoot, useSessionUser } from '../../lib/session.ts'
import { generatePassword } from './generate-password.ts'
import { groupsQuery } from './queries.ts'
import { roleNameOf } from './user-facts.ts'
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

interface PasswordFieldProps {
  required: boolean
  hint: string
  /** Shows a button that generates a password. The function receives the password. */
  onGenerate?(password: string): void
}

export function PasswordField({ required, hint, onGenerate }: PasswordFieldProps) {
  const { t } = useTranslation('users')
  const form = Form.useFormInstance<UserValues>()
  const rule = useRule()
  const generate = () => {
    const password = generatePassword()
    form.setFieldValue('password', password)
    void form.validateFields(['password'])
    onGenerate?.(password)
  }
  return (
    <Form.Item<UserValues>
      className={hintOrError.item}
      name="password"
      label={required ? t('form.password') : t('form.newPassword')}
      required={required}
      rules={[rule((value) => passwordProblem(value, { required }))]}
      extra={
        onGenerate ? (
          <>
            {hint}{' '}
            <Button type="link" size="small" onClick={generate}>
              {t('form.generate')}
            </Button>
          </>
        ) : (
          hint
        )
      }
    >
      <Input.Password autoComplete="new-password" />
    </Form.Item>
  )
}

/** Roles that the viewer may give: only the super administrator makes administrators. */
export function RoleField({ isFixed = false, hint }: { isFixed?: boolean; hint?: string }) {
  const { t } = useTranslation('users')
  const canPromote = isRoot(useSessionUser())
  return (
    <Form.Item<UserValues>
      name="role"
      required
      label={t('filter.role')}
      extra={isFixed ? undefined : canPromote ? hint : t('form.roleOwnHint')}
    >
      <Select
        disabled={isFixed || !canPromote}
        options={[roles.user, roles.admin, ...(isFixed ? [roles.root] : [])].map((value) => ({
          value,
          label: t(`role.${roleNameOf(value)}`),
        }))}
      />
    </Form.Item>
  )
}

/** The order is that of the choice: the first group decides prices and limits. */
export function GroupsField({ current, required }: { current: readonly string[]; required: boolean }) {
  const { t } = useTranslation('users')
  const query = useQuery(groupsQuery)
  const state = useOptionsState(query)
  // A group that was deleted can still be one of the account's groups.
  const names = new Set([...(query.data ?? []), ...current])
  return (
    <Form.Item<UserValues>
      name="groups"
      label={t('form.group')}
      rules={[{ required, message: t('problem.groupRequired') }]}
      extra={required ? t('form.groupHint') : t('form.newGroupHint')}
    >
      <Select mode="multiple" options={[...names].map((name) => ({ value: name, label: name }))} {...state} />
    </Form.Item>
  )
}
