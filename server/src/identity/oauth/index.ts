import { github } from './github.ts'
import type { OAuthProvider, OAuthProviderId } from './identity-provider.ts'
import { linuxDo } from './linux-do.ts'
import { oidc } from './oidc.ts'

/** By the name in the path of the callback. */
export const oauthProviders: Readonly<Record<OAuthProviderId, OAuthProvider>> = {
  github,
  oidc,
  linuxdo: linuxDo,
}
