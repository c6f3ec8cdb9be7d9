import { defineHost } from '../provider.ts'

/** An application answers, regardless of the model. https://doc.fastgpt.io/docs/openapi/chat, as known on 2026-11-20 */
export const fastgpt = defineHost({
  id: 'fastgpt',
  type: 22,
  baseUrl: 'https://api.fastgpt.in/api',
  operations: ['chat'],
  models: [],
  modelListUrlOf: () => null,
  reportsDummyUsage: true,
})
