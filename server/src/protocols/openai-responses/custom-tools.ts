import { parseRecord, textOf } from '@sluice/contract/read-json'

/**
 * Tools with free-form input, which no other format knows: functions with one text argument there. Their calls are
 * turned back for the client.
 */
export const customParameters = {
  type: 'object',
  properties: { input: { type: 'string' } },
  required: ['input'],
}

export const customArguments = (input: string): string => JSON.stringify({ input })

/** The free-form input in such arguments; what is no object is taken for the input itself. */
export function customInput(args: string): string {
  const parsed = parseRecord(args)
  return parsed === null ? args : textOf(parsed.input)
}
