import { amountOf, type Balance, balanceAt, fieldOf, round } from '../balance-source.ts'
import { joinFits } from '../fit-body.ts'
import { alsoSpeaks, messagesHeaders } from '../host-formats.ts'
import { fitLacks, lacksOfOpenrouter } from '../messages-lacks.ts'
import { defineProvider } from '../provider.ts'
import { withoutKey } from '../query.ts'
import { fitDocuments } from './fit-documents.ts'
import { transcriptWire } from './transcript-wire.ts'
import { openrouterVideos } from './video-wire.ts'

const base = 'https://openrouter.ai/api'

/**
 * Models of many makers in OpenAI's format. It passes on cache marks and signed reasoning.
 * https://openrouter.ai/docs/features/prompt-caching and …/docs/use-cases/reasoning-tokens, read 2026-11-20
 */
export const openrouter = defineProvider({
  id: 'openrouter',
  type: 20,
  baseUrl: base,
  format: 'openai',
  // https://openrouter.ai/docs/api-reference/responses-api, read 2026-11-20, and
  // https://openrouter.ai/docs/guides/guides/claude-code-integration, as known on 2026-11-22
  formatFor: alsoSpeaks(['responses', 'anthropic']),
  operations: ['chat', 'completions', 'embeddings', 'rerank', 'speech', 'transcriptions'],
  models: [],
  urlOf: ({ channel, path }) => (channel.baseUrl ?? base) + withoutKey(path),
  mediaWireOf: ({ operation }) => (operation === 'transcriptions' ? transcriptWire : null),
  modelListUrlOf: ({ baseUrl }) => `${baseUrl ?? base}/v1/models`,
  balance: balanceAt(({ baseUrl }) => `${baseUrl ?? base}/v1/credits`, readCredits),
  headersOf: messagesHeaders,
  fitBody: fitDocuments,
  fitResponses: fitDocuments,
  fitMessages: (body, call) => joinFits(fitLacks(lacksOfOpenrouter)(body, call), fitDocuments(body, call)),
  videos: openrouterVideos,
  reportsStreamUsage: true,
  runsModels: true,
  takes: { keepsCacheMarks: true, reasoning: 'details', takesTopK: true },
})

/** https://openrouter.ai/docs/api-reference/credits/get-credits, read 2026-11-20 */
function readCredits(answer: unknown): Balance | null {
  const bought = amountOf(fieldOf(answer, 'data', 'total_credits'))
  const used = amountOf(fieldOf(answer, 'data', 'total_usage'))
  return bought === null || used === null ? null : { amount: round(bought - used), currency: 'USD' }
}
