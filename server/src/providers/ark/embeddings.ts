import { listOf, recordOf } from '@sluice/contract/read-json'
import type { EmbeddingsWire } from '../../core/embeddings.ts'
import { invalidRequest } from '../../core/invalid-request.ts'
import { defined } from '../../core/json/defined.ts'
import { buildInputReport } from '../../core/usage/usage-report.ts'
import type { MultimodalBody } from './wire.ts'

/** Models that embed text and images together, at an address of their own. */
export const isMultimodal = (model: string): boolean => model.includes('embedding-vision')

/**
 * `POST /embeddings/multimodal`: one vector for all parts of the input.
 * https://www.volcengine.com/docs/82379/1523520, as known on 2026-11-23
 */
export const multimodalEmbeddings: EmbeddingsWire = {
  build({ texts, dimensions }, model) {
    const [text = '', ...more] = texts
    if (more.length > 0) throw invalidRequest('oneText')
    return defined<MultimodalBody>({ model, input: [{ type: 'text', text }], dimensions, encoding_format: 'float' })
  },
  parse({ data }) {
    const vector = listOf(recordOf(data).embedding)
    return vector.length === 0 ? [] : [vector]
  },
  parseUsage({ usage }) {
    const { prompt_tokens, total_tokens } = recordOf(usage)
    return buildInputReport(prompt_tokens, total_tokens)
  },
}
