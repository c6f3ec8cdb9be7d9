import { expect, test } from 'bun:test'
import type { ErrorCode } from '@sluice/contract/error-codes'
import { ApiError } from './api-client.ts'
import { clearRefusal, placeRefusal, type RefusedForm } from './place-refusal.ts'

function buildForm(...names: (string | string[])[]) {
  const shown: Record<string, string> = {}
  const focused: string[] = []
  const form: RefusedForm = {
    getFieldsError: () => names.map((name) => ({ name: [name].flat(), errors: [], warnings: [] })),
    setFields: (fields) => {
      for (const { name, errors } of fields) shown[[name].flat().join('.')] = String(errors?.[0])
    },
    scrollToField: (name) => focused.push([name].flat().join('.')),
  }
  return { form, shown, focused }
}
const refused = (fields: Record<string, string>, code: ErrorCode = 'invalid_parameters') =>
  new ApiError('sentence', 200, code, 'r1', fields)

test('each reason is shown at its field, and the first is scrolled into view', () => {
  const { form, shown, focused } = buildForm('name', ['limits', 'rpm'])
  expect(placeRefusal(form, refused({ 'limits.rpm': 'odd', name: 'long' }))).toBeNull()
  expect(shown).toEqual({ 'limits.rpm': 'odd', name: 'long' })
  expect(focused).toEqual(['limits.rpm'])
})

test('reasons of an earlier attempt disappear', () => {
  const errors: Record<string, string[]> = { group: ['none'], user_id: [] }
  const form: RefusedForm = {
    getFieldsError: () =>
      Object.entries(errors).map(([name, texts]) => ({ name: [name], errors: texts, warnings: [] })),
    setFields: (fields) => {
      for (const { name, errors: texts = [] } of fields) errors[[name].flat().join('.')] = texts
    },
    scrollToField: () => {},
  }
  placeRefusal(form, refused({ user_id: 'gone' }))
  expect(errors).toEqual({ group: [], user_id: ['gone'] })
  clearRefusal(form)
  expect(errors).toEqual({ group: [], user_id: [] })
})

test('a reason of a part of a field is shown at the whole field, and one of a field under another name at that field', () => {
  const { form, shown } = buildForm('limits', 'groups')
  expect(placeRefusal(form, refused({ 'limits.rpm': 'odd', group: 'none' }))).toBeNull()
  expect(shown).toEqual({ limits: 'odd', groups: 'none' })
})

test('a reason of a key part is shown at its own field, or at the key if it is one text', () => {
  const parts = buildForm(['key_parts', 'region'])
  expect(placeRefusal(parts.form, refused({ 'key.region': 'odd' }))).toBeNull()
  expect(parts.shown).toEqual({ 'key_parts.region': 'odd' })
  const whole = buildForm('key')
  expect(placeRefusal(whole.form, refused({ 'key.region': 'odd' }))).toBeNull()
  expect(whole.shown).toEqual({ key: 'odd' })
})

test('a reason of a setting is shown at its own field, or at the text of all settings', () => {
  const { form, shown } = buildForm('setting', ['setting_parts', 'proxy'], ['setting_parts', 'limits'])
  const fields = { 'setting.proxy': 'odd', 'setting.limits.rpm': 'low', setting: 'no JSON' }
  expect(placeRefusal(form, refused(fields))).toBeNull()
  expect(shown).toEqual({ 'setting_parts.proxy': 'odd', 'setting_parts.limits': 'low', setting: 'no JSON' })
})

test('an error with a reason for which the form has no field is returned, to be shown elsewhere', () => {
  const { form, shown } = buildForm('name')
  const error = refused({ name: 'long', quota_loaded: 'odd' })
  expect(placeRefusal(form, error)).toBe(error)
  expect(shown).toEqual({ name: 'long' })
})

test('an error without a field is returned, whatever its code', () => {
  const { form, shown } = buildForm('username')
  const error = refused({}, 'username_taken')
  expect(placeRefusal(form, error)).toBe(error)
  expect(shown).toEqual({})
})

test('other failures are returned as they are', () => {
  const { form } = buildForm('name')
  const offline = new ApiError('offline', 0)
  expect(placeRefusal(form, offline)).toBe(offline)
  expect(placeRefusal(form, 'odd')?.message).toBe('odd')
})
