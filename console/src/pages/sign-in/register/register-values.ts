import { passwordMax, passwordMin, usernameMax } from '@sluice/contract/account-bounds'
import { isMailAddress } from '@sluice/contract/address-forms'
import type { ApiError } from '../../../lib/api-client.ts'

export interface RegisterValues {
  username: string
  password: string
  password2: string
  email: string
  verification_code: string
}
export type RegisterField = keyof RegisterValues
const fieldNames = ['username', 'password', 'password2', 'email', 'verification_code'] as const
const isField = (name: string): name is RegisterField => fieldNames.some((field) => field === name)
export type Problem =
  | 'usernameRequired'
  | 'usernameLong'
  | 'passwordShort'
  | 'passwordLong'
  | 'passwordsDiffer'
  | 'emailRequired'
  | 'emailInvalid'
  | 'codeRequired'

/** The fault of each field; empty if the form may be sent. The server checks everything again. */
export function problemsOf(
  values: RegisterValues,
  { needsEmail }: { needsEmail: boolean },
): Partial<Record<RegisterField, Problem>> {
  const { username, password, password2, email, verification_code } = values
  const found: Partial<Record<RegisterField, Problem>> = {}
  if (username.trim() === '') found.username = 'usernameRequired'
  else if ([...username.trim()].length > usernameMax) found.username = 'usernameLong'
  if (password.length < passwordMin) found.password = 'passwordShort'
  else if (password.length > passwordMax) found.password = 'passwordLong'
  if (password !== password2) found.password2 = 'passwordsDiffer'
  if (!needsEmail) return found
  const address = emailProblem(email)
  if (address !== null) found.email = address
  if (verification_code.trim() === '') found.verification_code = 'codeRequired'
  return found
}

export function emailProblem(email: string): Extract<Problem, 'emailRequired' | 'emailInvalid'> | null {
  if (email.trim() === '') return 'emailRequired'
  return isMailAddress(email) ? null : 'emailInvalid'
}

/** The server's reasons by their fields of the form; empty for an error without one. */
export const refusalsOf = ({ fields }: Pick<ApiError, 'fields'>): Partial<Record<RegisterField, string>> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => isField(name)))
