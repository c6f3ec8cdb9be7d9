import { expect, test } from 'bun:test'
import { type CallCause, callCauses, causeOfCall } from './call-causes.ts'
import { type ErrorCode, errorCodes } from './error-codes.ts'
import { keysOf } from './typed-keys.ts'

const root = new URL('../../server/src/', import.meta.url)
/** What a call passes through, and may fail in. */
const rooms = '{core,ledger,protocols,providers,relay,realtime,batches,tasks,state}/**/*.ts'

/** The codes that are written in these rooms: in errors, and in tables of them. */
async function findWrittenCodes(): Promise<Set<ErrorCode>> {
  const found = new Set<ErrorCode>()
  const codes = keysOf(errorCodes)
  for (const file of new Bun.Glob(rooms).scanSync(root.pathname)) {
    if (file.includes('test')) continue
    const text = await Bun.file(new URL(file, root)).text()
    for (const code of codes) if (text.includes(`'${code}'`)) found.add(code)
  }
  return found
}

/** Of tables that these rooms share with the console's API, and of what is refused before it is a call. */
const ofTheConsole: readonly string[] = [
  'not_found',
  'name_taken',
  'invalid_parameters',
  'account_banned',
  'view_is_read_only',
]

test('each code that a call can end with has a cause', async () => {
  const written = await findWrittenCodes()
  expect(written.size).toBeGreaterThan(70)
  const without = [...written].filter((code) => {
    // An upstream's message passes under this code: its status and words say why.
    if (code === 'bad_response_status_code' || ofTheConsole.includes(code)) return false
    return causeOfCall({ code, status: 0, message: '' }) === 'unknown'
  })
  expect(without).toEqual([])
})

test('each status of an upstream has a cause, and what is not known is said to be so', () => {
  const causeOfStatus = (status: number) => causeOfCall({ code: 'bad_response_status_code', status, message: '' })
  for (const status of [400, 401, 402, 403, 404, 408, 413, 422, 429, 500, 502, 503, 504, 529])
    expect([status, causeOfStatus(status)]).not.toEqual([status, 'unknown'])
  expect(causeOfStatus(418)).toBe('unknown')
  expect(causeOfCall({ code: 'of_another_version', status: 299, message: 'x' })).toBe('unknown')
})

test.each<[string, number, CallCause]>([
  ["This model's maximum context length is 8192 tokens.", 400, 'prompt_too_long'],
  ['prompt is too long: 210000 tokens > 200000 maximum', 400, 'prompt_too_long'],
  ['You exceeded your current quota, please check your plan', 429, 'upstream_money'],
  ['Your credit balance is too low. Please go to Plans & Billing', 400, 'upstream_money'],
  ['The response was filtered due to the content management policy', 400, 'content_refused'],
  ['The model `gpt-9` does not exist or you do not have access to it.', 404, 'model_unknown_upstream'],
  ['Rate limit reached for requests', 429, 'upstream_busy'],
  ['Unsupported value: temperature', 400, 'request_refused'],
])('%s', (message, status, cause) => {
  expect(causeOfCall({ code: 'bad_response_status_code', status, message })).toBe(cause)
})

test('a code of the gateway is not overruled by the words of its message', () => {
  expect(causeOfCall({ code: 'model_not_found', status: 404, message: 'The model safety does not exist' })).toBe(
    'model_unknown',
  )
  expect(callCauses.length).toBeGreaterThanOrEqual(30)
})
