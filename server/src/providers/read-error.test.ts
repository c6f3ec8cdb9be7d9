import { describe, expect, test } from 'bun:test'
import { accountFaultOf } from '../core/routing/account-fault.ts'
import { providerOf } from './index.ts'
import { errorTypes } from './read-error.ts'

const createError = (fields: { message?: string; type?: string; code?: string | number }) => ({
  message: 'no',
  type: 'upstream_error',
  code: null,
  ...fields,
})

// The expected types follow the pages named beside the rules.
describe('an error with a host’s own code or words', () => {
  test.each([
    ['Anthropic', 14, { message: 'Your credit balance is too low to access the API.' }, 'billing'],
    ['FastGPT', 22, { code: 514 }, 'credentials'],
    ['FastGPT', 22, { code: 510 }, 'billing'],
    ['Moonshot', 25, { type: 'exceeded_current_quota_error' }, 'billing'],
    ['GLM', 26, { code: '1002' }, 'credentials'],
    ['GLM', 26, { code: '1113' }, 'billing'],
    ['GLM', 26, { code: '1302' }, null],
    ['Cloudflare', 39, { code: 10_000 }, 'credentials'],
    ['SiliconFlow', 40, { code: 30_001 }, 'billing'],
    ['Ark', 45, { code: 'AuthenticationError' }, 'credentials'],
    ['Ark', 45, { code: 'AccountOverdueError' }, 'billing'],
    ['Qianfan', 46, { code: 'invalid_iam_token' }, 'credentials'],
    ['Qwen', 17, { code: 'Arrearage' }, 'billing'],
    ['Spark', 18, { code: 11_200 }, 'credentials'],
    ['Spark', 18, { code: 10_013 }, null],
    ['xAI', 48, { message: 'Incorrect API key provided: xa***aa.' }, 'credentials'],
    ['xAI', 48, { message: 'Your team 1 has used all available credits.' }, 'billing'],
    ['xAI', 48, { message: 'Content violates usage guidelines. Team: 1, Failed check: X' }, null],
    // A caller's words are repeated inside a message.
    ['xAI', 48, { message: 'Unknown model: Incorrect API key provided' }, null],
    ['Anthropic', 14, { message: 'tools.0: Your credit balance is too low' }, null],
  ] as const)('%s (%i): %j is about: %s', (_name, type, fields, fault) => {
    const error = createError(fields)
    const mappedType = providerOf(type)?.typeOfError?.(error)
    const refusal = { status: 400, ...error, code: String(error.code ?? ''), type: mappedType ?? error.type }
    expect(accountFaultOf(refusal)).toBe(fault)
  })

  test('has no other type for a name that objects inherit', () => {
    expect(errorTypes({})(createError({ code: 'toString' }))).toBeUndefined()
  })
})
