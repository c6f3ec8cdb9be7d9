import { expect, test } from 'bun:test'
import { objectionToModelMapping, objectionToStatusCodes } from './channel-mappings.ts'

test.each([
  [{ a: 'b' }, null],
  [{ a: 'a', b: 'a' }, null],
  [{ a: 'b', b: 'c' }, null],
  [{ a: 1 }, 'a mustBeText'],
  [{ a: 'b', b: 'a' }, 'a mappingCycle'],
  [{ x: 'a', a: 'b', b: 'c', c: 'b' }, 'b mappingCycle'],
])('the model mapping %p: %p', (mapping, refusal) => {
  const reason = objectionToModelMapping(mapping)
  expect(reason && `${reason.at} ${reason.code}`).toBe(refusal)
})

test('a long chain of mappings is accepted', () => {
  const names = Array.from({ length: 20_000 }, (_, index) => [`m${index}`, `m${index + 1}`])
  expect(objectionToModelMapping(Object.fromEntries(names.reverse()))).toBeNull()
})

test('a status code mapping may contain only status codes', () => {
  expect(objectionToStatusCodes({ 400: '500', 429: 503 })).toBeNull()
  for (const mapping of [{ a: '500' }, { 400: 'x' }, { 400: 999 }, { 400: null }])
    expect(objectionToStatusCodes(mapping)).toMatchObject({ code: 'notStatusCode' })
})
