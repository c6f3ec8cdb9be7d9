import { fastgptKeys } from '@sluice/contract/channel-keys'
import { keyParser } from '../key-form.ts'
import { defineHost } from '../provider.ts'
import { errorTypes } from '../read-error.ts'

/** An application answers, regardless of the model. https://doc.fastgpt.io/docs/openapi/chat, as known on 2026-11-20 */
export const fastgpt = defineHost({
  id: 'fastgpt',
  type: 22,
  baseUrl: 'https://api.fastgpt.in/api',
  operations: ['chat'],
  models: [],
  modelListUrlOf: () => null,
  parseKey: keyParser(fastgptKeys),
  reportsDummyUsage: true,
  // Its own numbers, as known on 2026-11-23.
  typeOfError: errorTypes({ 403: 'authentication_error', 510: 'billing_error', 514: 'authentication_error' }),
})
