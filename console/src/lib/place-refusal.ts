import type { FormInstance } from 'antd'
import { ApiError } from './api-client.ts'

/** Errors that speak of one field, whatever was sent: the names that forms have for it. */
const fieldsOfCode: Partial<Record<string, readonly string[]>> = {
  username_taken: ['username'],
  second_factor_invalid: ['code', 'factor_code'],
  email_code_wrong: ['code', 'verification_code'],
  verification_code_invalid: ['code', 'verification_code'],
  email_domain_not_allowed: ['email'],
  email_alias_not_allowed: ['email'],
  transfer_below_minimum: ['quota'],
  transfer_not_enough: ['quota'],
}

/** Fields of the wire that forms edit under another name. */
const formNames: Partial<Record<string, string>> = { group: 'groups', key: 'key_parts' }

type Path = (string | number)[]
/** What is needed of a form, whatever its values. */
export type RefusedForm = Pick<FormInstance, 'getFieldsError' | 'setFields' | 'scrollToField'>

/**
 * Puts what the server refuses at the fields of a form and brings the first one into view. Returns what no field can
 * say, to be shown otherwise; null when the fields say all of it.
 */
export function placeRefusal(form: RefusedForm, error: unknown): Error | null {
  if (!(error instanceof ApiError)) return error instanceof Error ? error : new Error(String(error))
  const names = form.getFieldsError().map(({ name }) => name)
  const texts = Object.entries(error.fields).map(([field, text]) => ({ text, name: findName(names, field) }))
  const placed = texts.flatMap(({ name, text }) => (name === undefined ? [] : [{ name, errors: [text] }]))
  const isWhole = texts.length > 0 && placed.length === texts.length
  const ofCode = texts.length > 0 ? undefined : fieldOfCode(names, error)
  const all = ofCode === undefined ? placed : [{ name: ofCode, errors: [error.message] }]
  form.setFields(all)
  const [first] = all
  if (first) form.scrollToField(first.name, { focus: true })
  return isWhole || ofCode !== undefined ? null : error
}

/** The field of the form that the code of an error speaks of. */
const fieldOfCode = (names: readonly Path[], { code = '' }: ApiError): Path | undefined =>
  fieldsOfCode[code]?.map((field) => findName(names, field)).find((name) => name !== undefined)

/** The field of the form for `limits.rpm`: itself, the one that it is a part of, or the one of another name. */
function findName(names: readonly Path[], field: string): Path | undefined {
  const [head = '', ...rest] = field.split('.')
  const other = formNames[head]
  return (
    findPath(names, [head, ...rest]) ?? (other === undefined ? undefined : findPath(names, [other, ...rest]))
  )
}

function findPath(names: readonly Path[], field: readonly string[]): Path | undefined {
  for (let path = field; path.length > 0; path = path.slice(0, -1)) {
    const found = names.find((name) => name.join('.') === path.join('.'))
    if (found) return found
  }
  return undefined
}
