import type { UserBatchAnswer } from '@sluice/contract/user-batch'
import css from './users.module.css'

/** Accounts that an action did not reach, each with the reason. */
export const RefusedAccounts = ({ refused }: Pick<UserBatchAnswer, 'refused'>) => (
  <ul className={css.refused}>
    {refused.map(({ id, username, message }) => (
      <li key={id}>
        <strong>{username || `#${id}`}</strong> {message}
      </li>
    ))}
  </ul>
)
