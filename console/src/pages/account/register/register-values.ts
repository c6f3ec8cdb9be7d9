import { passwordMin, usernameMax } from '@sluice/contract/user'

export interface RegisterValues {
  username: string
  password: string
  password2: string
  email: string
  verification_code: string
}
export type RegisterField = keyof RegisterValues
export type Complaint =
  | 'usernameRequired'
  | 'usernameLong'
  | 'passwordShort'
  | 'passwordsDiffer'
  | 'emailRequired'
  | 'emailInvalid'
  | 'codeRequired'

/** What is wrong with each field; nothing when the form may be sent. The server checks all of it again. */
export function complaintsOf(
  values: RegisterValues,
  { needsEmail }: { needsEmail: boolean },
): Partial<Record<RegisterField, Complaint>> {
  const { username, password, password2, email, verification_code } = values
  const found: Partial<Record<RegisterField, Complaint>> = {}
  if (username.trim() === '') found.username = 'usernameRequired'
  else if ([...username.trim()].length > usernameMax) found.username = 'usernameLong'
  if (password.length < passwordMin) found.password = 'passwordShort'
  if (password !== password2) found.password2 = 'passwordsDiffer'
  if (!needsEmail) return found
  const address = emailComplaint(email)
  if (address !== null) found.email = address
  if (verification_code.trim() === '') found.verification_code = 'codeRequired'
  return found
}

export function emailComplaint(email: string): Extract<Complaint, 'emailRequired' | 'emailInvalid'> | null {
  if (email.trim() === '') return 'emailRequired'
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? null : 'emailInvalid'
}
