import { passwordMax, passwordMin, usernameMax } from '@sluice/contract/account-bounds'
import type { SetupRequest } from '@sluice/contract/setup'
import { username as usernameShape } from '@sluice/contract/user'

export type UsageMode = 'external' | 'self' | 'demo'

export interface SetupValues {
  username?: string
  password?: string
  confirmPassword?: string
  site?: string
  address?: string
  mode: UsageMode
  /** Of external operation: whether visitors may create accounts. */
  isOpen?: boolean
  setup_token?: string
}

/** The fault of a name; null = none. The names are text keys. */
export function nameProblem(name: string): 'usernameRequired' | 'usernameTooLong' | 'usernameInvalid' | null {
  const trimmed = name.trim()
  if (trimmed === '') return 'usernameRequired'
  if (trimmed.length > usernameMax) return 'usernameTooLong'
  return usernameShape.safeParse(trimmed).success ? null : 'usernameInvalid'
}

export function passwordProblem(password: string): 'passwordTooShort' | 'passwordTooLong' | null {
  if (password.length < passwordMin) return 'passwordTooShort'
  return password.length > passwordMax ? 'passwordTooLong' : null
}

export const buildSetupRequest = (values: SetupValues): SetupRequest => ({
  username: values.username?.trim(),
  password: values.password,
  confirmPassword: values.confirmPassword,
  setup_token: values.setup_token?.trim(),
  SystemName: values.site?.trim(),
  ServerAddress: values.address?.trim(),
  RegisterEnabled: values.mode === 'external' && values.isOpen === true,
  SelfUseModeEnabled: values.mode === 'self',
  DemoSiteEnabled: values.mode === 'demo',
})
