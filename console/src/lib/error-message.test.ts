import { expect, test } from 'bun:test'
import { errorSentence } from '@sluice/contract/error-codes'
import { type ErrorTexts, localiseMessage, localiseReason, valuesOf } from './error-message.ts'

const german: ErrorTexts = {
  sentence: (code, values) =>
    code === 'not_found'
      ? `${values.what} fehlt.`
      : code === 'option_invalid'
        ? `${values.key}: ${values.reason}`
        : undefined,
  reason: (code, values) => `<${code} ${Object.values(values)}>`,
  at: (entry, reason) => `${entry}, ${reason}`,
}

test('the values of a sentence are read back from it', () => {
  const sentence = errorSentence('no_available_channel', { model: 'gpt-4o', group: 'vip' })
  expect(valuesOf('no_available_channel', sentence)).toEqual({ model: 'gpt-4o', group: 'vip' })
})

test('a known code is told in the language of the person', () => {
  expect(localiseMessage('not_found', 'Token 5 was not found.', german)).toBe('Token 5 fehlt.')
})

test('a sentence of its own, an unknown code and a missing translation keep the words of the server', () => {
  expect(localiseMessage('not_found', 'Gone since May.', german)).toBe('Gone since May.')
  expect(localiseMessage('constructor', 'Hm.', german)).toBe('Hm.')
  expect(localiseMessage(undefined, 'Hm.', german)).toBe('Hm.')
  expect(localiseMessage('login_failed', errorSentence('login_failed'), german)).toBe(
    errorSentence('login_failed'),
  )
})

test('a reason inside a sentence is told in the language of the person, an unknown one as it came', () => {
  const told = (reason: string) =>
    localiseMessage('option_invalid', errorSentence('option_invalid', { key: 'ModelRatio', reason }), german)
  expect(told('gpt-4o: must not be less than 0')).toBe('ModelRatio: gpt-4o, <notLess 0>')
  expect(told('fill in SMTPServer first')).toBe('ModelRatio: <fillInFirst SMTPServer>')
  expect(told('it rains')).toBe('ModelRatio: it rains')
  expect(localiseMessage('not_found', 'The user was not found.', german)).toBe('<user > fehlt.')
  expect(localiseReason('must be a number', german)).toBe('<mustBeNumber >')
})
