import { keysOf } from '@sluice/contract/typed-keys'
import type { OptionKey, OptionValues } from '../state/option-registry.ts'
import type { IdentityColumn, LoginMethods } from '../store/login-methods.ts'

/** The option that switches signing in by an external identity. */
export const providerSwitches = {
  github_id: 'GitHubOAuthEnabled',
  oidc_id: 'oidc.enabled',
  linux_do_id: 'LinuxDOOAuthEnabled',
  wechat_id: 'WeChatAuthEnabled',
  telegram_id: 'TelegramOAuthEnabled',
} as const satisfies Record<IdentityColumn, OptionKey>

/** The login methods that these options enable. */
export function findLoginMethods(options: OptionValues): LoginMethods {
  const columns = keysOf(providerSwitches).filter((column) => options[providerSwitches[column]])
  return { password: options.PasswordLoginEnabled, columns }
}
