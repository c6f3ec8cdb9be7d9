import type { SystemStatus } from '@sluice/contract/status'
import { keysOf } from '@sluice/contract/typed-keys'
import type { BoundId, User } from '@sluice/contract/user'

export type Provider = 'github' | 'oidc' | 'linuxdo' | 'wechat' | 'telegram'

export interface Binding {
  provider: Provider
  /** Whether the operator switched it on. */
  isEnabled: boolean
  /** Id of the bound external account; '' = none. */
  boundTo: string
}

const places: Record<Provider, { id: BoundId; isEnabled(status: SystemStatus): boolean }> = {
  github: { id: 'github_id', isEnabled: (status) => status.github_oauth },
  oidc: { id: 'oidc_id', isEnabled: (status) => status.oidc_enabled },
  linuxdo: { id: 'linux_do_id', isEnabled: (status) => status.linuxdo_oauth },
  wechat: { id: 'wechat_id', isEnabled: (status) => status.wechat_login },
  telegram: { id: 'telegram_id', isEnabled: (status) => status.telegram_oauth },
}

/** Each external account that can be bound to this one, bound or not. */
export const bindingsOf = (user: User, status: SystemStatus): Binding[] =>
  keysOf(places).map((provider) => ({
    provider,
    isEnabled: places[provider].isEnabled(status),
    boundTo: user[places[provider].id] ?? '',
  }))

/** The state of a binding's button. Only `bind` can be clicked. */
export function bindLabelOf({ isEnabled, boundTo }: Binding): 'bind' | 'bound' | 'notEnabled' {
  if (!isEnabled) return 'notEnabled'
  return boundTo === '' ? 'bind' : 'bound'
}
