import { displayNameMax, usernameMax } from '@sluice/contract/account-bounds'
import type { SelfWrite, User } from '@sluice/contract/user'
import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { OwnerProof } from '../../../components/owner-proof.tsx'
import { api } from '../../../lib/api.ts'
import { selfQuery } from '../../../lib/queries.ts'
import { sessionUser, startSession } from '../../../lib/session.ts'
import { toastInfo } from '../../../lib/toasts.ts'
import { useDialogEnd } from '../use-dialog-end.ts'

interface ProfileValues {
  username: string
  display_name: string
  original_password: string
  code?: string
}

/** The names. Another username changes the login, so it requires the password. */
export function ProfileDialog({ user, onClose }: { user: User; onClose(): void }) {
  const { t } = useTranslation(['personal-settings', 'common'])
  const end = useDialogEnd(onClose, selfQuery)
  const [form] = Form.useForm<ProfileValues>()
  const typed = Form.useWatch('username', form) ?? user.username
  const isRenamed = typed.trim() !== user.username
  const save = async ({ username, display_name, original_password, code }: ProfileValues) => {
    const write: SelfWrite = {
      ...(username.trim() !== user.username && {
        username: username.trim(),
        original_password,
        code: code?.trim(),
      }),
      ...(display_name.trim() !== user.display_name && { display_name: display_name.trim() }),
    }
    if (Object.keys(write).length === 0) {
      toastInfo(t('notification.unchanged'))
      return
    }
    await api('PUT /api/user/self', { body: write })
    const session = sessionUser()
    if (session !== null)
      startSession({
        ...session,
        username: write.username ?? session.username,
        // An empty one means unchanged.
        display_name: write.display_name || session.display_name,
      })
    await end(t('profile.updated'))
  }
  return (
    <FormDialog<ProfileValues>
      name="profile"
      form={form}
      title={t('profile.editTitle')}
      submitText={t('common:actions.save')}
      initialValues={{ username: user.username, display_name: user.display_name }}
      onSubmit={save}
      onClose={onClose}
    >
      <Form.Item
        name="username"
        label={t('profile.username')}
        extra={t('profile.usernameHint', { max: usernameMax })}
        rules={[
          { required: true, whitespace: true, message: t('profile.usernameRequired') },
          { max: usernameMax, message: t('profile.usernameLong', { max: usernameMax }) },
        ]}
      >
        <Input autoComplete="username" autoCapitalize="none" spellCheck={false} />
      </Form.Item>
      <Form.Item
        name="display_name"
        label={t('profile.displayName')}
        extra={t('profile.displayNameHint', { max: displayNameMax })}
        rules={[{ max: displayNameMax, message: t('profile.displayNameLong', { max: displayNameMax }) }]}
      >
        <Input autoComplete="nickname" />
      </Form.Item>
      {isRenamed && !user.has_password && <OwnerProof user={user} />}
      {isRenamed && user.has_password && (
        <Form.Item
          name="original_password"
          label={t('password.original')}
          extra={t('profile.passwordHint')}
          rules={[{ required: true, message: t('problem.originalRequired') }]}
        >
          <Input.Password autoComplete="current-password" />
        </Form.Item>
      )}
    </FormDialog>
  )
}
