import { expect, test } from 'bun:test'
import {
  indentJson,
  isJsonObject,
  isModelMapping,
  isStatusCodeMapping,
  parseJsonObject,
  patchJsonText,
  templates,
} from './json-text.ts'

test('an empty text is an empty object; lists, values and broken texts are none', () => {
  expect(parseJsonObject(' ')).toEqual({})
  for (const text of ['[]', '1', 'null', '"a"', '{']) expect(isJsonObject(text), text).toBe(false)
})

test('a model mapping goes from name to name', () => {
  expect(isModelMapping('{"a":"b"}')).toBe(true)
  expect(isModelMapping('')).toBe(true)
  expect(isModelMapping('{"a":1}')).toBe(false)
})

test('a status code mapping goes from status code to status code', () => {
  expect(isStatusCodeMapping('{"400":"500","429":503}')).toBe(true)
  for (const text of ['{"a":"500"}', '{"400":"x"}', '{"400":999}', '{"400":null}'])
    expect(isStatusCodeMapping(text), text).toBe(false)
})

test('switches change their key of the text and leave the others', () => {
  const text = patchJsonText('{"own":[1]}', { force_format: true })
  expect(JSON.parse(text)).toEqual({ own: [1], force_format: true })
  expect(JSON.parse(patchJsonText(text, { force_format: undefined }))).toEqual({ own: [1] })
  expect(patchJsonText('{"a":1}', { a: undefined })).toBe('')
})

test('JSON is shown indented, and what is not JSON as it is', () => {
  expect(indentJson('{"a":1}')).toBe('{\n  "a": 1\n}')
  expect(indentJson('{broken')).toBe('{broken')
  expect(indentJson(null)).toBe('')
})

test('every template passes its own check', () => {
  expect(isModelMapping(templates.model_mapping)).toBe(true)
  expect(isStatusCodeMapping(templates.status_code_mapping)).toBe(true)
  expect(isJsonObject(templates.param_override)).toBe(true)
  expect(parseJsonObject(templates.setting)).toEqual({ force_format: true })
})
