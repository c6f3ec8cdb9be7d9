import { textOf } from '@sluice/contract/read-json'
import { parseExactRecord } from '../../core/json/exact-json.ts'

/**
 * Tools with free-form input, which no other format has: there they become functions with one text argument, and their
 * calls are converted back for the client.
 */
export const customParameters = {
  type: 'object',
  properties: { input: { type: 'string' } },
  required: ['input'],
}

export const customArguments = (input: string): string => JSON.stringify({ input })

/** The free-form input in such arguments; text that is not an object is the input itself. */
export function customInput(args: string): string {
  const parsed = parseExactRecord(args)
  return parsed === null ? args : textOf(parsed.input)
}
