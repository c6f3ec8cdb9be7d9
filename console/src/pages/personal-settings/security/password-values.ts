import { passwordMax, passwordMin } from '@sluice/contract/account-bounds'

export interface PasswordValues {
  original: string
  password: string
  password2: string
}
export type PasswordProblem =
  | 'originalRequired'
  | 'passwordRequired'
  | 'passwordShort'
  | 'passwordLong'
  | 'passwordSame'
  | 'passwordsDiffer'

/** The fault of each field of a new password. The server checks all except the confirmation again. */
export function passwordProblemsOf(
  { original, password, password2 }: PasswordValues,
  { hasPassword }: { hasPassword: boolean },
): Partial<Record<keyof PasswordValues, PasswordProblem>> {
  const found: Partial<Record<keyof PasswordValues, PasswordProblem>> = {}
  if (hasPassword && original === '') found.original = 'originalRequired'
  if (password === '') found.password = 'passwordRequired'
  else if (password.length < passwordMin) found.password = 'passwordShort'
  else if (password.length > passwordMax) found.password = 'passwordLong'
  else if (hasPassword && password === original) found.password = 'passwordSame'
  if (password !== password2) found.password2 = 'passwordsDiffer'
  return found
}
