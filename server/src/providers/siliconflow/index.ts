import { amountOf, balanceAt, fieldOf } from '../balance-source.ts'
import { alsoSpeaks, messagesHeaders } from '../host-formats.ts'
import { lackingOf, lacksOfCopies } from '../messages-lacks.ts'
import { defineHost } from '../provider.ts'
import { errorTypes } from '../read-error.ts'
import { imageWire } from './image-wire.ts'
import { siliconflowVideos } from './video-wire.ts'

const base = 'https://api.siliconflow.cn'

/** Models of many makers. https://docs.siliconflow.com/en/api-reference, as known on 2026-11-20 */
export const siliconflow = defineHost({
  id: 'siliconflow',
  type: 40,
  baseUrl: base,
  operations: [
    ...(['chat', 'completions', 'embeddings', 'rerank', 'image_generations', 'image_edits'] as const),
    ...(['speech', 'transcriptions'] as const),
  ],
  models: [],
  // https://docs.siliconflow.cn/cn/docs/api/messages-post, as known on 2026-11-23
  formatFor: alsoSpeaks(['anthropic']),
  ...lackingOf(lacksOfCopies),
  headersOf: messagesHeaders,
  stores: ['files', 'batches'],
  pathOf: (path, { operation }) => (operation === 'image_edits' ? '/v1/images/generations' : path),
  mediaWireOf: ({ operation }) => (operation === 'image_generations' || operation === 'image_edits' ? imageWire : null),
  videos: siliconflowVideos,
  runsModels: true,
  takes: { takesTopK: true },
  typeOfError: errorTypes({ 30001: 'billing_error' }),
  balance: balanceAt(
    ({ baseUrl }) => `${baseUrl ?? base}/v1/user/info`,
    (answer) => {
      const amount = amountOf(fieldOf(answer, 'data', 'totalBalance'))
      return amount === null ? null : { amount, currency: 'CNY' }
    },
  ),
})
