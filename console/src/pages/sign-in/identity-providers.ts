import type { SystemStatus } from '@sluice/contract/status'

export type RedirectProvider = 'github' | 'oidc' | 'linuxdo'

/** The enabled login methods besides a password. */
export function findRedirectProviders(status: SystemStatus): RedirectProvider[] {
  const providers: [RedirectProvider, boolean][] = [
    ['github', status.github_oauth],
    ['oidc', status.oidc_enabled],
    ['linuxdo', status.linuxdo_oauth],
  ]
  return providers.filter(([, isOn]) => isOn).map(([provider]) => provider)
}

export const hasIdentityProviders = (status: SystemStatus): boolean =>
  findRedirectProviders(status).length > 0 || status.wechat_login || status.telegram_oauth
