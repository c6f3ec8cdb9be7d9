import { passwordBounds } from '@sluice/contract/account-bounds'
import { accountGroups } from '@sluice/contract/account-groups'
import { boundIds, type User } from '@sluice/contract/user'
import { useQuery } from '@tanstack/react-query'
import { Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { Fact, FactLines } from '../../components/facts.tsx'
import { FormGroup } from '../../components/form-drawer.tsx'
import { LimitsInput } from '../../components/limits-input.tsx'
import { StatusTag } from '../../components/status-tag.tsx'
import { useLimitsRule } from '../../components/use-limits-rule.ts'
import { useOptionsState } from '../../components/use-options-state.tsx'
import { useSessionUser } from '../../lib/session.ts'
import { NameFields, PasswordField } from './name-fields.tsx'
import { groupsQuery } from './queries.ts'
import { QuotaField } from './quota-field.tsx'
import type { UserValues } from './user-values.ts'
import css from './users.module.css'

/** The editable fields of `user`; group and balance only through the route for administrators. */
export function EditUserFields({ user, isSelf }: { user: User; isSelf: boolean }) {
  const { t } = useTranslation('users')
  const limitsRule = useLimitsRule()
  const isOwn = useSessionUser()?.id === user.id
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
          <GroupsField current={accountGroups(user.group)} />
          <Form.Item<UserValues>
            name="quota"
            label={t('form.quota')}
            rules={[{ required: true, message: t('problem.quotaRequired') }]}
            extra={t('form.quotaHint')}
          >
            <QuotaField />
          </Form.Item>
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

/** The order is that of the choice: the first group decides prices and limits. */
function GroupsField({ current }: { current: readonly string[] }) {
  const { t } = useTranslation('users')
  const query = useQuery(groupsQuery)
  const state = useOptionsState(query)
  // A group that was deleted can still be one of the account's groups.
  const names = new Set([...(query.data ?? []), ...current])
  return (
    <Form.Item<UserValues>
      name="groups"
      label={t('form.group')}
      rules={[{ required: true, message: t('problem.groupRequired') }]}
      extra={t('form.groupHint')}
    >
      <Select mode="multiple" options={[...names].map((name) => ({ value: name, label: name }))} {...state} />
    </Form.Item>
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
