import { accountGroups } from '@sluice/contract/account-groups'
import type { User } from '@sluice/contract/user'
import { useTranslation } from 'react-i18next'
import { ColorTag } from '../../components/color-tag.tsx'
import { StatusTag } from '../../components/status-tag.tsx'
import { groupColorOf, roleColors, roleNameOf, stateNameOf, stateTones } from './user-facts.ts'
import css from './users.module.css'

export function GroupTags({ group }: { group: string }) {
  return (
    <span className={css.tags}>
      {accountGroups(group).map((name) => (
        <ColorTag key={name} color={groupColorOf(name)}>
          {name}
        </ColorTag>
      ))}
    </span>
  )
}

export function RoleTag({ role }: Pick<User, 'role'>) {
  const { t } = useTranslation('users')
  const name = roleNameOf(role)
  return <ColorTag color={roleColors[name]}>{t(`role.${name}`)}</ColorTag>
}

export function UserStatus({ user }: { user: User }) {
  const { t } = useTranslation('users')
  const name = stateNameOf(user)
  return <StatusTag tone={stateTones[name]}>{t(`state.${name}`)}</StatusTag>
}
