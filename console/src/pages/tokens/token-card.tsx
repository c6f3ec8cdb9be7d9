import type { ApiToken } from '@sluice/contract/api-token'
import { RowActions } from '../../components/row-actions.tsx'
import css from '../../components/row-card.module.css'
import { SecretText } from '../../components/secret-text.tsx'
import type { ActionsOf } from './token-columns.tsx'
import { TokenQuota } from './token-quota.tsx'
import { TokenStatus } from './token-status.tsx'
import { withPrefix } from './token-values.ts'

/** A token on a phone: name, key, and remaining quota. */
export function TokenCard({ token, actionsOf }: { token: ApiToken; actionsOf: ActionsOf }) {
  return (
    <div className={css.card}>
      <div className={css.head}>
        <span className={css.name}>{token.name}</span>
        <TokenStatus token={token} />
        <RowActions name={token.name} {...actionsOf(token)} />
      </div>
      <SecretText value={withPrefix(token.key)} label={token.name} />
      <TokenQuota token={token} />
    </div>
  )
}
