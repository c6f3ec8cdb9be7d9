import { passwordBounds } from '@sluice/contract/account-bounds'
import { useQueryClient } from '@tanstack/react-query'
import { Form, Input, Modal, Radio } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyText } from '../../components/copy-text.tsx'
import { Fact, FactLines } from '../../components/facts.tsx'
import { FormDrawer, FormGroup, type Submitted } from '../../components/form-drawer.tsx'
import { QuotaInput } from '../../components/quota-input.tsx'
import { may, useSessionUser } from '../../lib/session.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import { InvitationDialog, type Invited } from './invitation-dialog.tsx'
import { GroupsField, NameFields, PasswordField, RoleField } from './name-fields.tsx'
import { createUser, userListKey } from './queries.ts'
import { RightsField } from './rights-field.tsx'
import { buildUserCreate, newUserValues, type UserValues } from './user-values.ts'

/** A new account whose password was generated: it is shown once. */
interface Created {
  username: string
  password: string
}

/** Creates an account, with the fields of the form that edits one. */
export function AddUserDrawer({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t } = useTranslation(['users', 'common'])
  const client = useQueryClient()
  const viewer = useSessionUser()
  const [generated, setGenerated] = useState('')
  const [created, setCreated] = useState<Created | null>(null)
  const [invited, setInvited] = useState<Invited | null>(null)
  const create = async (values: UserValues): Promise<Submitted> => {
    const { id, username, invitation } = await createUser(buildUserCreate(values))
    toastSuccess(t('add.done'))
    if (invitation) setInvited({ id, username, invitation })
    else if (values.password === generated) setCreated({ username: values.username.trim(), password: generated })
    setGenerated('')
    void client.invalidateQueries({ queryKey: userListKey })
    return 'saved'
  }
  return (
    <>
      <FormDrawer<UserValues>
        open={open}
        placement="left"
        title={t('add.title')}
        submitText={t('common:actions.create')}
        initialValues={newUserValues}
        onSubmit={create}
        onClose={onClose}
      >
        <FormGroup title={t('edit.identity')}>
          <NameFields />
          <FirstPassword onGenerate={setGenerated} />
          <Form.Item<UserValues>
            name="email"
            label={t('bound.email')}
            rules={[{ type: 'email', message: t('problem.email') }]}
            extra={t('form.emailHint')}
          >
            <Input autoComplete="off" inputMode="email" />
          </Form.Item>
        </FormGroup>
        <FormGroup title={t('edit.rights')}>
          <RoleField />
          <RightsField />
          <GroupsField required={false} current={[]} />
          {may(viewer, 'user.balance') && (
            <Form.Item<UserValues>
              name="quota"
              label={t('form.firstQuota')}
              rules={[{ type: 'number', min: 0, message: t('problem.quotaNegative') }]}
              extra={t('form.firstQuotaHint')}
            >
              <QuotaInput />
            </Form.Item>
          )}
        </FormGroup>
      </FormDrawer>
      {invited !== null && <InvitationDialog {...invited} onClose={() => setInvited(null)} />}
      {created !== null && <CreatedDialog {...created} onClose={() => setCreated(null)} />}
    </>
  )
}

/** How the new account gets its password: from here, or by an invitation. */
function FirstPassword({ onGenerate }: { onGenerate(password: string): void }) {
  const { t } = useTranslation('users')
  const invites = Form.useWatch<boolean | undefined>('invites') ?? false
  return (
    <>
      <Form.Item<UserValues>
        name="invites"
        required
        label={t('invitation.field')}
        extra={invites ? t('invitation.hint') : undefined}
      >
        <Radio.Group
          options={[
            { value: false, label: t('invitation.password') },
            { value: true, label: t('invitation.link') },
          ]}
        />
      </Form.Item>
      {!invites && <PasswordField required hint={t('form.passwordHint', passwordBounds)} onGenerate={onGenerate} />}
    </>
  )
}

function CreatedDialog({ username, password, onClose }: Created & { onClose(): void }) {
  const { t } = useTranslation(['users', 'common'])
  return (
    <Modal
      open
      title={t('add.createdTitle', { name: username })}
      okText={t('common:actions.close')}
      cancelButtonProps={{ hidden: true }}
      onOk={onClose}
      onCancel={onClose}
    >
      <p>{t('add.createdText')}</p>
      <FactLines>
        <Fact label={t('form.username')}>
          <CopyText value={username} label={t('form.username')} />
        </Fact>
        <Fact label={t('form.password')}>
          <CopyText value={password} label={t('form.password')} />
        </Fact>
      </FactLines>
    </Modal>
  )
}
