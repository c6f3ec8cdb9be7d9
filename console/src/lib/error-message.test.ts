import { expect, test } from 'bun:test'
import { makeReason, type Reason, reasonAt } from '@sluice/contract/error-reasons'
import { packParams } from '@sluice/contract/pack-params'
import { type ErrorTexts, localiseMessage, localiseRefusal } from './error-message.ts'

const labels: Record<string, string> = {
  email: 'Adresse',
  SMTPServer: 'Mailserver',
  Logo: 'Bild',
  limits: 'Grenzen',
}

const german: ErrorTexts = {
  sentence: (code, values) =>
    code === 'not_found'
      ? `${values.what} fehlt.`
      : code === 'option_conflict'
        ? `${values.key} wurde geändert.`
        : code === 'invalid_parameters'
          ? `Ungültig: ${values.reason}`
          : undefined,
  knows: (code) => code !== 'tooLarge',
  reason: (code, values) => `<${code} ${Object.values(values)}>`,
  at: (entry, reason) => `${entry}: ${reason}`,
  atEntry: (entry, reason) => `${entry} → ${reason}`,
  label: (name) => labels[name],
  list: (all) => all.join(' und '),
  unnamed: (reason) => `Ein Wert: ${reason}`,
}

const refused = (field: string, reason: Reason) => ({
  code: 'invalid_parameters',
  message: 'x',
  fields: { [field]: 'the words of the server' },
  field_reasons: { [field]: reason },
})
const messageAt = (field: string, reason: Reason) => localiseMessage(refused(field, reason), german)

test('a known code is formatted in the user’s language, with its values and reasons', () => {
  const params = { what: 'Token 5' }
  expect(localiseMessage({ code: 'not_found', message: 'x', params }, german)).toBe('Token 5 fehlt.')
  const packed = packParams({ what: makeReason('user') })
  expect(localiseMessage({ code: 'not_found', message: 'x', ...packed }, german)).toBe('<user > fehlt.')
})

test('without values, code or translation the message of the server is kept', () => {
  expect(localiseMessage({ code: 'not_found', message: 'Gone since May.' }, german)).toBe('Gone since May.')
  expect(localiseMessage({ code: 'constructor', message: 'Hm.' }, german)).toBe('Hm.')
  expect(localiseMessage({ message: 'Hm.' }, german)).toBe('Hm.')
  expect(localiseMessage({ code: 'login_failed', message: 'No.' }, german)).toBe('No.')
})

test('a reason that only a newer server knows stays as it was sent', () => {
  const packed = packParams({ reason: makeReason('tooLarge') })
  expect(localiseMessage({ code: 'invalid_parameters', message: 'x', ...packed }, german)).toBe(
    'Ungültig: is too large',
  )
  expect(localiseRefusal(refused('email', makeReason('tooLarge')), german)).toEqual({
    message: 'Adresse: the words of the server',
    fields: { email: 'the words of the server' },
  })
})

test('each field has its reason in the user’s language', () => {
  const reason = makeReason('notLess', { min: 3 })
  expect(localiseRefusal(refused('email', reason), german).fields).toEqual({ email: '<notLess 3>' })
})

test('a wrong field is named by its label, never by its wire name', () => {
  expect(messageAt('email', makeReason('notMailAddress'))).toBe('Adresse: <notMailAddress >')
  expect(messageAt('limits.rpm', makeReason('mustBeNumber'))).toBe('Grenzen: <mustBeNumber >')
  expect(messageAt('quota_loaded', makeReason('mustBeNumber'))).toBe('Ein Wert: <mustBeNumber >')
})

test('names of fields and options inside a sentence are those of the page', () => {
  expect(localiseMessage({ code: 'option_conflict', message: 'x', params: { key: 'Logo' } }, german)).toBe(
    'Bild wurde geändert.',
  )
  expect(messageAt('email', makeReason('fillInFirst', { names: 'SMTPServer, Other' }))).toBe(
    'Adresse: <fillInFirst Mailserver und Other>',
  )
  const packed = packParams({ reason: makeReason('missing', { name: 'email' }) })
  expect(localiseMessage({ code: 'invalid_parameters', message: 'x', ...packed }, german)).toBe(
    'Ungültig: <missing Adresse>',
  )
})

test('a reason may be about an entry of a table; choices are not spelled out', () => {
  expect(messageAt('email', reasonAt('gpt-4o', makeReason('notLess', { min: 0 })))).toBe(
    'Adresse: gpt-4o → <notLess 0>',
  )
  expect(messageAt('email', makeReason('mustBeOneOf', { choices: 'round_robin, random' }))).toBe(
    'Adresse: <notOffered round_robin, random>',
  )
})
