import { expect, test } from 'bun:test'
import { type ErrorTexts, localiseMessage, localiseReason } from './error-message.ts'

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
  reason: (code, values) => `<${code} ${Object.values(values)}>`,
  at: (entry, reason) => `${entry}: ${reason}`,
  label: (name) => labels[name],
  unnamed: (reason) => `Ein Wert: ${reason}`,
}

test('a known code is told in the language of the person, with its values', () => {
  const params = { what: 'Token 5' }
  expect(localiseMessage({ code: 'not_found', message: 'x', params }, german)).toBe('Token 5 fehlt.')
  expect(localiseMessage({ code: 'not_found', message: 'x', params: { what: 'The user' } }, german)).toBe(
    '<user > fehlt.',
  )
})

test('no values, an unknown code and a missing translation keep the words of the server', () => {
  expect(localiseMessage({ code: 'not_found', message: 'Gone since May.' }, german)).toBe('Gone since May.')
  expect(localiseMessage({ code: 'constructor', message: 'Hm.' }, german)).toBe('Hm.')
  expect(localiseMessage({ message: 'Hm.' }, german)).toBe('Hm.')
  expect(localiseMessage({ code: 'login_failed', message: 'No.' }, german)).toBe('No.')
})

test('a wrong field is told by the name the page has for it, never by that of the wire', () => {
  const refused = (fields: Record<string, string>) =>
    localiseMessage({ code: 'invalid_parameters', message: 'x', params: { reason: 'x' }, fields }, german)
  expect(refused({ email: 'is not an email address' })).toBe('Adresse: <notMailAddress >')
  expect(refused({ 'limits.rpm': 'must be a number' })).toBe('Grenzen: <mustBeNumber >')
  expect(refused({ quota_loaded: 'must be a number' })).toBe('Ein Wert: <mustBeNumber >')
  expect(refused({ email: 'it rains' })).toBe('Adresse: it rains')
})

test('names of fields and options inside a sentence are those of the page', () => {
  expect(localiseMessage({ code: 'option_conflict', message: 'x', params: { key: 'Logo' } }, german)).toBe(
    'Bild wurde geändert.',
  )
  expect(localiseReason('fill in SMTPServer, Other first', german)).toBe('<fillInFirst Mailserver, Other>')
  const params = { reason: 'email is missing' }
  expect(localiseMessage({ code: 'invalid_parameters', message: 'x', params }, german)).toBe(
    'Ungültig: <missing Adresse>',
  )
})

test('a reason may be about an entry of a table; choices are not spelled out', () => {
  expect(localiseReason('gpt-4o: must not be less than 0', german)).toBe('gpt-4o: <notLess 0>')
  expect(localiseReason('must be one of round_robin, random', german)).toBe(
    '<notOffered round_robin, random>',
  )
  expect(localiseReason('must be a number', german)).toBe('<mustBeNumber >')
})
