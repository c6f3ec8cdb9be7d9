import { randomBytes, randomInt } from 'node:crypto'
import type { Services } from '../services.ts'
import { spendTry, takeCode, writeCode } from '../store/one-time-codes.ts'

export const codeMinutes = 10
export const invitationHours = 72
const triesMax = 5

/** `digits` are typed by users, `link` is part of an address. */
interface CodeKind {
  form: 'digits' | 'link'
  minutes: number
}

/** The purpose of a code. A code is not valid for another purpose. */
const codePurposes = {
  register: { form: 'digits', minutes: codeMinutes },
  bind_email: { form: 'digits', minutes: codeMinutes },
  reset_password: { form: 'link', minutes: codeMinutes },
  invitation: { form: 'link', minutes: invitationHours * 60 },
} as const satisfies Record<string, CodeKind>
type CodePurpose = keyof typeof codePurposes

/** With the role: who was invited to an ordinary account must not get that of an administrator. */
export const subjectOfInvitation = ({ id, role }: { id: number; role: number }): string => `${id} ${role}`

/** Codes that prove control of an address. The database keeps their hashes, so every node can check them. */
export interface OneTimeCodes {
  /** Creates a code for `subject` (an address, an account and an address, …). It replaces the former one. */
  issue(purpose: CodePurpose, subject: string): Promise<string>
  /** Whether `code` is the valid one: true once. Digits can be guessed, so a wrong one uses up one of five attempts. */
  redeem(purpose: CodePurpose, subject: string, code: string): Promise<boolean>
}

export function createOneTimeCodes({ db, clock, secretBox }: Services<'db' | 'clock' | 'secretBox'>): OneTimeCodes {
  const keyOf = (purpose: CodePurpose, subject: string) => ({
    purpose,
    subject_hash: secretBox.lookup(subject, `code subject ${purpose}`),
  })
  const hashOf = (purpose: CodePurpose, subject: string, code: string): string =>
    secretBox.lookup(`${code}\0${subject}`, `code ${purpose}`)
  return {
    async issue(purpose, subject) {
      const { form, minutes } = codePurposes[purpose]
      const code = createCode(form)
      await writeCode(db, {
        ...keyOf(purpose, subject),
        code_hash: hashOf(purpose, subject, code),
        tries_left: triesMax,
        expires_at: clock.now() + minutes * 60_000,
      })
      return code
    },
    async redeem(purpose, subject, code) {
      const key = keyOf(purpose, subject)
      const now = clock.now()
      // The attempt is counted before the code is checked, so that simultaneous guesses count as well.
      if (codePurposes[purpose].form === 'digits' && !(await spendTry(db, key, now))) return false
      return await takeCode(db, { ...key, code_hash: hashOf(purpose, subject, code.trim()) }, now)
    },
  }
}

const createCode = (form: CodeKind['form']): string =>
  form === 'digits' ? String(randomInt(1_000_000)).padStart(6, '0') : randomBytes(32).toString('base64url')
