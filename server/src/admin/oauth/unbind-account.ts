import type { BoundProvider } from '@sluice/contract/routes/oauth'
import { GatewayError } from '../../core/errors.ts'
import { findLoginMethods } from '../../identity/login-methods.ts'
import type { Services } from '../../services.ts'
import { unbindIdentity } from '../../store/external-identities.ts'
import { type IdentityColumn, removeLoginMethod } from '../../store/login-methods.ts'

const columnOf = {
  github: 'github_id',
  oidc: 'oidc_id',
  linuxdo: 'linux_do_id',
  wechat: 'wechat_id',
  telegram: 'telegram_id',
} as const satisfies Record<BoundProvider, IdentityColumn>

/** Throws only_way_in, also if the account is not bound. */
export async function unbindAccount(
  { db, state }: Services<'db' | 'state'>,
  userId: number,
  provider: BoundProvider,
): Promise<void> {
  const account = { userId, methods: findLoginMethods(state.current().options) }
  const outcome = await removeLoginMethod(db, account, (trx) => unbindIdentity(trx, userId, columnOf[provider]))
  if (outcome !== 'removed') throw new GatewayError('only_way_in')
}
