import { expect, test } from 'bun:test'
import { channelWrite } from '@sluice/contract/channel-write'
import { indentJson, isJsonObject, parseJsonObject, patchJsonText, templates } from './json-text.ts'

test('an empty text is an empty object; lists, values and invalid texts are not objects', () => {
  expect(parseJsonObject(' ')).toEqual({})
  for (const text of ['[]', '1', 'null', '"a"', '{']) expect(isJsonObject(text), text).toBe(false)
})

test('a switch changes its own key of the text and no other', () => {
  const text = patchJsonText('{"own":[1]}', { force_format: true })
  expect(JSON.parse(text)).toEqual({ own: [1], force_format: true })
  expect(JSON.parse(patchJsonText(text, { force_format: undefined }))).toEqual({ own: [1] })
  expect(patchJsonText('{"a":1}', { a: undefined })).toBe('')
})

test('JSON is shown indented, other text unchanged', () => {
  expect(indentJson('{"a":1}')).toBe('{\n  "a": 1\n}')
  expect(indentJson('{broken')).toBe('{broken')
  expect(indentJson(null)).toBe('')
})

test('the server accepts every template', () => {
  expect(channelWrite.safeParse(templates).error).toBeUndefined()
  expect(parseJsonObject(templates.setting)).toEqual({ force_format: true })
})
