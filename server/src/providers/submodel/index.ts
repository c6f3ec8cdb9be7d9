import { defineHost } from '../provider.ts'

/** Open models. https://submodel.gitbook.io/docs/instagen/api-reference, read on 2026-11-24 */
export const submodel = defineHost({
  id: 'submodel',
  type: 53,
  runsModels: true,
  baseUrl: 'https://llm.submodel.ai',
  operations: ['chat', 'completions'],
  models: [],
})
