import { type AdminPermissions, permissionsOf } from '@sluice/contract/admin-rights'
import { type AdminRole, adminRoleLimits } from '@sluice/contract/admin-role'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfirmAction } from '../../components/confirm-action.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import layout from '../../components/layout.module.css'
import { Row, Stack } from '../../components/layout.tsx'
import { LoadState } from '../../components/load-state.tsx'
import { RowActions } from '../../components/row-actions.tsx'
import texts from '../../components/text.module.css'
import { toastError, toastSuccess } from '../../lib/toasts.ts'
import { adminRolesQuery, createRole, deleteRole, updateRole, userListKey } from './queries.ts'
import { RightsInput } from './rights-field.tsx'

interface RoleValues {
  name: string
  permissions: AdminPermissions
}

/** The roles of the operator's own: named sets of rights, which change with their role. One form at a time. */
export function RolesDialog({ onClose }: { onClose(): void }) {
  const [edited, setEdited] = useState<AdminRole | 'new' | null>(null)
  const close = () => setEdited(null)
  if (edited !== null) return <RoleForm role={edited === 'new' ? null : edited} onClose={close} />
  return <RoleList onEdit={setEdited} onClose={onClose} />
}

function RoleList({ onEdit, onClose }: { onEdit(role: AdminRole | 'new'): void; onClose(): void }) {
  const { t } = useTranslation(['users', 'common'])
  const query = useQuery(adminRolesQuery)
  const remove = useRemove()
  return (
    <Modal
      open
      title={t('roles.title')}
      footer={
        <Button type="primary" onClick={() => onEdit('new')}>
          {t('roles.add')}
        </Button>
      }
      onCancel={onClose}
    >
      <p className={`${texts.help} ${layout.notice}`}>{t('roles.purpose')}</p>
      <LoadState query={query} rows={3}>
        {(roles) =>
          roles.length === 0 ? (
            <p>{t('roles.empty')}</p>
          ) : (
            <Stack as="ul" gap={12}>
              {roles.map((role) => (
                <Row as="li" key={role.id} justify="between">
                  <div className={texts.anywhere}>
                    <div>{role.name}</div>
                    <div className={texts.help}>{t('roles.holders', { count: role.holders })}</div>
                  </div>
                  <RowActions
                    name={role.name}
                    visible={[
                      { key: 'edit', label: t('common:actions.edit'), run: () => onEdit(role) },
                      { key: 'delete', label: t('common:actions.delete'), danger: true, run: () => remove(role) },
                    ]}
                    menu={[]}
                  />
                </Row>
              ))}
            </Stack>
          )
        }
      </LoadState>
    </Modal>
  )
}

/** A role with holders is not deleted, which is said before anything is asked. */
function useRemove() {
  const { t } = useTranslation(['users', 'common'])
  const client = useQueryClient()
  const confirm = useConfirmAction()
  return (role: AdminRole) => {
    if (role.holders > 0) return toastError(t('roles.inUse', { count: role.holders }))
    confirm({
      title: t('roles.deleteTitle', role),
      consequence: t('roles.deleteText'),
      confirm: t('common:actions.delete'),
      run: async () => {
        await deleteRole(role.id)
        toastSuccess(t('roles.deleted'))
        await client.invalidateQueries(adminRolesQuery)
      },
    })
  }
}

function RoleForm({ role, onClose }: { role: AdminRole | null; onClose(): void }) {
  const { t } = useTranslation(['users', 'common'])
  const client = useQueryClient()
  const save = async (values: RoleValues) => {
    await (role === null ? createRole(values) : updateRole(role.id, values))
    toastSuccess(t('roles.saved'))
    void client.invalidateQueries({ queryKey: userListKey })
    await client.invalidateQueries(adminRolesQuery)
    onClose()
  }
  return (
    <FormDialog<RoleValues>
      name="role"
      title={role === null ? t('roles.add') : t('roles.editOf', role)}
      submitText={role === null ? t('common:actions.create') : t('common:actions.save')}
      initialValues={role ?? { name: '', permissions: permissionsOf(0) }}
      width={560}
      onSubmit={save}
      onClose={onClose}
    >
      <Form.Item<RoleValues>
        name="name"
        required
        label={t('roles.name')}
        rules={[{ required: true, whitespace: true, message: t('roles.nameRequired') }]}
      >
        <Input autoFocus autoComplete="off" maxLength={adminRoleLimits.name} />
      </Form.Item>
      <Form.Item<RoleValues>
        name="permissions"
        required
        label={t('roles.rights')}
        extra={
          role !== null && role.holders > 0 ? t('roles.changesHolders', { count: role.holders }) : t('rights.hint')
        }
      >
        <RightsInput />
      </Form.Item>
    </FormDialog>
  )
}
