import { expect, test } from 'bun:test'
import { errorSentence } from '@sluice/contract/error-codes'
import { localiseMessage, valuesOf } from './error-message.ts'

const german = (code: string, values: Record<string, string>) =>
  code === 'not_found' ? `${values.what} fehlt.` : undefined

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
