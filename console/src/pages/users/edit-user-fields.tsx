import { passwordBounds } from '@sluice/contract/account-bounds'
import { accountGroups } from '@sluice/contract/account-groups'
import { roles } from '@sluice/contract/roles'
import { boundIds, type User } from '@sluice/contract/user'
import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { Fact, FactLines } from '../../components/facts.tsx'
import { FormGroup } from '../../components/form-drawer.tsx'
import { LimitsInput } from '../../components/limits-input.tsx'
import { StatusTag } from '../../components/status-tag.tsx'
import { useLimitsRule } from '../../components/use-limits-rule.ts'
import { may, useSessionUser } from '../../lib/session.ts'
import { BalanceField } from './balance-field.tsx'
import { GroupsField, NameFields, PasswordField, RoleField } from './name-fields.tsx'
import { RightsField } from './rights-field.tsx'
import type { UserValues } from './user-values.ts'
import css from './users.module.css'

/** The editable fields of `user`; group and balance only through the route for administrators. */
export function EditUserFields({ user, isSelf }: { user: User; isSelf: boolean }) {
  const { t } = useTranslation('users')
  const limitsRule = useLimitsRule()
  const viewer = useSessionUser()
  const isOwn = viewer?.id === user.id
  return (
    <>
      <FormGroup title={t('edit.identity')}>
        <NameFields before={user} />
        {/* Changing the own password requires the current one. */}
        {(isSelf || !isOwn) && (
          <PasswordField
            required={false}
            hint={t(isSelf ? 'form.ownPasswordHint' : 'form.newPasswordHint', passwordBounds)}
          />
        )}
        {isSelf && user.has_password && (
          <Form.Item<UserValues>
            name="original_password"
            label={t('form.originalPassword')}
            extra={t('form.originalPasswordHint')}
          >
            <Input.Password autoComplete="current-password" />
          </Form.Item>
        )}
      </FormGroup>
      {!isSelf && (
        <FormGroup title={t('edit.rights')}>
          <RoleField isFixed={isOwn || user.role >= roles.root} hint={t('form.roleHint')} />
          <RightsField />
          <GroupsField required current={accountGroups(user.group)} />
          {may(viewer, 'user.balance') && (
            <Form.Item<UserValues> name="adjustment" required label={t('form.quota')} extra={t('form.quotaHint')}>
              <BalanceField balance={user.quota} />
            </Form.Item>
          )}
        </FormGroup>
      )}
      {!isSelf && (
        <FormGroup title={t('edit.limits')}>
          <Form.Item<UserValues> name="limits" rules={[limitsRule]} extra={t('form.limitsHint')}>
            <LimitsInput />
          </Form.Item>
        </FormGroup>
      )}
      <BoundAccounts user={user} />
    </>
  )
}

/** The bound external accounts. Their owners bind them, so they are read-only here. */
function BoundAccounts({ user }: { user: User }) {
  const { t } = useTranslation('users')
  return (
    <FormGroup title={t('bound.title')}>
      <p className={css.boundHint}>{t('bound.hint')}</p>
      <FactLines className={css.bound}>
        <Fact label={t('bound.email')}>{user.email === '' ? <Bound isBound={false} /> : user.email}</Fact>
        {boundIds.map((id) => (
          <Fact key={id} label={t(`bound.${id}`)}>
            <Bound isBound={user.bound.includes(id)} />
          </Fact>
        ))}
      </FactLines>
    </FormGroup>
  )
}

function Bound({ isBound }: { isBound: boolean }) {
  const { t } = useTranslation('users')
  return <StatusTag tone={isBound ? 'success' : 'neutral'}>{isBound ? t('bound.yes') : t('bound.no')}</StatusTag>
}
