import type { FormInstance } from 'antd'
import { ApiError } from './api-client.ts'

/** Fields of the wire that forms edit under another name. */
const formNames: Partial<Record<string, string>> = {
  group: 'groups',
  key: 'key_parts',
  key_mode: 'key_change',
  setting: 'setting_parts',
}

type Path = (string | number)[]
/** The used part of a form, independent of its values. */
export type RefusedForm = Pick<FormInstance, 'getFieldsError' | 'setFields' | 'scrollToField'>
/** A form with values of any type: the types of its field names depend on them. */
interface AnyForm {
  getFieldsError(): { name: Path; errors: string[] }[]
  setFields(fields: never): void
  scrollToField(name: never, options: never): void
}

/**
 * Shows the server's reasons at the fields of a form, in place of earlier ones, and scrolls to the first one. Returns an error with the reasons
 * that have no field; null if the fields show all of them.
 */
export function placeRefusal(anyForm: AnyForm, error: unknown): Error | null {
  // Only names that the form itself reports are passed back to it.
  const form = anyForm as RefusedForm
  clearRefusal(form)
  if (!(error instanceof ApiError)) return error instanceof Error ? error : new Error(String(error))
  const names = form.getFieldsError().map(({ name }) => name)
  const texts = Object.entries(error.fields).map(([field, text]) => ({ text, name: findName(names, field) }))
  const placed = texts.flatMap(({ name, text }) => (name === undefined ? [] : [{ name, errors: [text] }]))
  const isWhole = texts.length > 0 && placed.length === texts.length
  form.setFields(placed)
  const [first] = placed
  if (first) form.scrollToField(first.name, { focus: true })
  return isWhole ? null : error
}

/** Removes the errors of all fields. The library keeps an error of the server at a field without rules, also once it is changed. */
export function clearRefusal(anyForm: AnyForm): void {
  const form = anyForm as RefusedForm
  const marked = form.getFieldsError().filter(({ errors }) => errors.length > 0)
  form.setFields(marked.map(({ name }) => ({ name, errors: [] })))
}

/** The field of the form for `limits.rpm`: itself, the one that it is a part of, or the one of another name. */
function findName(names: readonly Path[], field: string): Path | undefined {
  const [head = '', ...rest] = field.split('.')
  const other = formNames[head]
  for (let length = rest.length; length >= 0; length--) {
    const part = rest.slice(0, length)
    const found =
      findPath(names, [head, ...part]) ?? (other === undefined ? undefined : findPath(names, [other, ...part]))
    if (found) return found
  }
  return undefined
}

const findPath = (names: readonly Path[], field: readonly string[]): Path | undefined =>
  names.find((name) => name.join('.') === field.join('.'))
