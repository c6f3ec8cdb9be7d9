import { expect, test } from 'bun:test'
import { baseRespError, codeError } from './base-resp.ts'
import { parseOpenaiAnswer } from './parse-response.ts'
import { createOpenaiStreamMeter } from './stream-meter.ts'

const refusal = (status_code: number) => ({ base_resp: { status_code, status_msg: 'no' } })

test.each([
  [1000, 500],
  [1001, 504],
  [1002, 429],
  [1004, 401],
  [1008, 402],
  [2049, 401],
  [2013, 400],
])('code %p of an answer under status 200 is status %p', (code, status) => {
  expect(baseRespError(refusal(code).base_resp)?.code).toBe(status)
})

test('code 0 and a value of another shape are no error', () => {
  for (const wire of [{ status_code: 0, status_msg: '' }, null, undefined, 'x', {}, { status_code: '1004' }])
    expect(baseRespError(wire)).toBeNull()
})

test('whole answers and frames are checked for an error code', () => {
  const bytes = new TextEncoder().encode(JSON.stringify(refusal(1008)))
  expect(parseOpenaiAnswer(bytes)?.error).toMatchObject({ code: 402, message: 'no (1008)' })
  const meter = createOpenaiStreamMeter(() => {})
  expect(meter.push(JSON.stringify(refusal(1002)))).toBe('error')
  expect(meter.error()).toMatchObject({ code: 429 })
})

test('a successful answer has code 0', () => {
  const answer = { choices: [{ message: { content: 'Hi' } }], base_resp: { status_code: 0, status_msg: '' } }
  expect(parseOpenaiAnswer(new TextEncoder().encode(JSON.stringify(answer)))?.error).toBeNull()
})

test.each([
  [
    { code: 10013, message: 'refused', sid: 's' },
    { message: 'refused (10013)', code: 10013 },
  ],
  [
    { code: 514, statusText: 'unAuthApiKey', message: 'no', data: null },
    { message: 'no (514)', code: 514 },
  ],
  [{ code: 0, message: 'Success' }, null],
  [{ code: 1, message: 'ok', choices: [] }, null],
  [{ code: 20000, message: 'ok', data: [] }, null],
])('a number and a message instead of a result are an error: %j', (wire, error) => {
  if (error) expect(codeError(wire)).toMatchObject(error)
  else expect(codeError(wire)).toBeNull()
})
