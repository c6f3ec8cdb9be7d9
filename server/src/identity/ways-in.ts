import { keysOf } from '@sluice/contract/typed-keys'
import type { OptionKey, OptionValues } from '../state/option-registry.ts'
import type { IdentityColumn, WaysIn } from '../store/ways-in.ts'

/** The option that switches signing in by an external identity. */
export const providerSwitches = {
  github_id: 'GitHubOAuthEnabled',
  oidc_id: 'oidc.enabled',
  linux_do_id: 'LinuxDOOAuthEnabled',
  wechat_id: 'WeChatAuthEnabled',
  telegram_id: 'TelegramOAuthEnabled',
} as const satisfies Record<IdentityColumn, OptionKey>

/** The sign-in methods under these options. */
export function waysIn(options: OptionValues): WaysIn {
  const columns = keysOf(providerSwitches).filter((column) => options[providerSwitches[column]])
  return { password: options.PasswordLoginEnabled, columns }
}
