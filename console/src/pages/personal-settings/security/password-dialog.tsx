import { passwordBounds } from '@sluice/contract/account-bounds'
import type { SelfWrite, User } from '@sluice/contract/user'
import { useQueryClient } from '@tanstack/react-query'
import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../components/form-dialog.tsx'
import hintOrError from '../../../components/hint-or-error.module.css'
import { OwnerProof } from '../../../components/owner-proof.tsx'
import { api } from '../../../lib/api.ts'
import { selfQuery } from '../../../lib/queries.ts'
import { toastSuccess } from '../../../lib/toasts.ts'
import { sessionsQuery } from '../../../lib/user-queries.ts'
import { type PasswordValues, passwordProblemsOf } from './password-values.ts'

interface Values {
  original_password?: string
  password?: string
  password2?: string
  code?: string
}
type FieldName = Exclude<keyof Values, 'code'>

/** Named like the form's fields, which have the wire names. */
const valuesOf = ({ original_password, password, password2 }: Values): PasswordValues => ({
  original: original_password ?? '',
  password: password ?? '',
  password2: password2 ?? '',
})

/** A new password; all other sessions end. */
export function PasswordDialog({ user, onClose }: { user: User; onClose(): void }) {
  const { t } = useTranslation('personal-settings')
  const queryClient = useQueryClient()
  const [form] = Form.useForm<Values>()
  const { has_password: hasPassword } = user
  const save = async (values: Values) => {
    const { original, password } = valuesOf(values)
    const proof = hasPassword ? { original_password: original } : { code: values.code?.trim() }
    const write: SelfWrite = { ...proof, password }
    await api('PUT /api/user/self', { body: write })
    toastSuccess(t('password.changed'))
    onClose()
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: selfQuery.queryKey }),
      queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
    ])
  }
  const rulesOf = (field: FieldName) => [
    {
      validator: async () => {
        const values = valuesOf(form.getFieldsValue())
        const problem = passwordProblemsOf(values, { hasPassword })[field === 'original_password' ? 'original' : field]
        if (problem !== undefined) throw new Error(t(`problem.${problem}`, passwordBounds))
      },
    },
  ]
  return (
    <FormDialog<Values>
      name="change-password"
      form={form}
      title={hasPassword ? t('password.change') : t('password.set')}
      submitText={hasPassword ? t('password.change') : t('password.set')}
      onSubmit={save}
      onClose={onClose}
    >
      <input type="text" autoComplete="username" value={user.username} readOnly hidden />
      {hasPassword && (
        <Form.Item
          name="original_password"
          label={t('password.original')}
          rules={rulesOf('original_password')}
          validateTrigger={[]}
        >
          <Input.Password autoFocus autoComplete="current-password" />
        </Form.Item>
      )}
      {!hasPassword && <OwnerProof user={user} />}
      <Form.Item
        className={hintOrError.item}
        name="password"
        label={t('password.new')}
        extra={t('password.hint', passwordBounds)}
        rules={rulesOf('password')}
        validateTrigger={[]}
      >
        <Input.Password autoFocus={!hasPassword} autoComplete="new-password" />
      </Form.Item>
      <Form.Item name="password2" label={t('password.again')} rules={rulesOf('password2')} validateTrigger={[]}>
        <Input.Password autoComplete="new-password" />
      </Form.Item>
    </FormDialog>
  )
}
