import { chatOrResponses, defineHost } from '../provider.ts'
import { fitBody } from './fit-body.ts'

/** Alibaba Model Studio in its compatible mode. https://help.aliyun.com/zh/model-studio, as known on 2026-11-20 */
export const qwen = defineHost({
  id: 'qwen',
  type: 17,
  baseUrl: 'https://dashscope.aliyuncs.com',
  formatFor: chatOrResponses,
  operations: ['chat', 'completions', 'embeddings'],
  models: [
    'qwen3-max',
    'qwen-plus',
    'qwen-flash',
    'qwen3-vl-plus',
    'qwen3-coder-plus',
    'qwq-plus',
    'text-embedding-v4',
  ],
  stores: ['files', 'batches'],
  pathOf: (path) => `/compatible-mode${path}`,
  takes: { reasoning: 'text', keepsCacheMarks: true, takesTopK: true },
  fitBody,
})
