import type { User } from '@sluice/contract/user'
import { Row } from './layout.tsx'
import texts from './text.module.css'

type Found = Pick<User, 'id' | 'username' | 'display_name' | 'DeletedAt'>

/** Accounts as choices of a list: the name, and at the end of its line the display name and the number. */
export const userOptions = <V extends string | number>(users: readonly Found[], valueIn: (user: Found) => V) =>
  users
    .filter(({ DeletedAt }) => DeletedAt === null)
    .map((user) => ({
      value: valueIn(user),
      label: (
        <Row as="span" gap={12} align="baseline" justify="between">
          {user.username}
          <small className={texts.faint}>
            {[user.display_name === user.username ? '' : user.display_name, `#${user.id}`]
              .filter((part) => part !== '')
              .join(' · ')}
          </small>
        </Row>
      ),
    }))
