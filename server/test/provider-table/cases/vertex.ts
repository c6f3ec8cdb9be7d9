import { answerJson } from '../../answers.ts'
import { documented, live, mediaWires } from '../calls.ts'
import { claudeCells, claudeReplies, claudeSentBytes } from '../claude-format.ts'
import { geminiCells, geminiReplies, geminiSent, googleRefusal } from '../gemini-format.ts'
import { openaiRow } from '../openai-format.ts'
import { noAccountList, noBalance } from '../reasons.ts'
import type { ProviderCases, ProviderRow } from '../row.ts'
import { bytesOfImage } from '../sent.ts'

const place = '/v1/projects/my-project/locations/us-east5'
const claude = `${place}/publishers/anthropic/models/claude-opus-5-5`
const account = {
  channel: { other: 'us-east5' },
  keyOf: ({ serviceAccount }) => serviceAccount,
  signed: ['authorization', /^Bearer ya29\./],
} satisfies Partial<ProviderRow>

export const cases: ProviderCases = {
  rows: [
    {
      variant: 'Claude',
      ...account,
      model: 'claude-opus-5-5',
      reader: 'openai',
      path: `${claude}:rawPredict`,
      streamPath: `${claude}:streamRawPredict`,
      sentBody: { anthropic_version: 'vertex-2023-10-16' },
      cells: {
        ...claudeCells,
        list: noAccountList,
        balance: noBalance,
      },
      sent: claudeSentBytes,
      replies: claudeReplies,
    },
    {
      ...account,
      variant: 'Gemini',
      model: 'gemini-3.8-flash',
      path: `${place}/publishers/google/models/gemini-3.8-flash:generateContent`,
      streamPath: `${place}/publishers/google/models/gemini-3.8-flash:streamGenerateContent?alt=sse`,
      cells: { ...geminiCells, list: noAccountList, balance: noBalance },
      sent: geminiSent,
      replies: geminiReplies,
    },
    openaiRow({
      ...account,
      variant: 'open models',
      model: 'meta/llama-4-maas',
      path: `${place}/endpoints/openapi/chat/completions`,
      cells: {
        // Google's envelope, at times inside a list.
        error: {
          answer: answerJson(
            [{ error: { code: 400, message: 'Invalid value at messages', status: 'INVALID_ARGUMENT' } }],
            { status: 400 },
          ),
          status: 400,
          says: 'Invalid value at messages',
        },
        refusedKey: [googleRefusal(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.')],
        list: noAccountList,
        balance: noBalance,
      },
      // Google's open models get images as bytes.
      changes: { imageUrl: bytesOfImage },
    }),
  ],
  calls: {
    embeddings: documented(
      '/v1/projects/my-project/locations/us-east5/publishers/google/models/text-embedding-005:predict',
      {
        model: 'text-embedding-005',
        answer: answerJson({
          predictions: [3, 4].map((token_count) => ({
            embeddings: { values: [0.5, 1], statistics: { token_count, truncated: false } },
          })),
        }),
        sent: { instances: [{ content: 'a' }, { content: 'b' }] },
        tokens: 7,
      },
    ),
    rerank: documented('/v1/projects/my-project/locations/global/rankingConfigs/default_ranking_config:rank', {
      model: 'semantic-ranker-default-004',
      answer: answerJson({ records: [{ id: '1', score: 0.9 }] }),
      sent: {
        model: 'semantic-ranker-default-004',
        query: 'q',
        ignoreRecordDetailsInResponse: true,
        records: [
          { id: '0', content: 'a' },
          { id: '1', content: 'b' },
        ],
      },
    }),
    image_generations: { basis: 'documentation', testedIn: 'cloud-hosts.test.ts' },
    image_edits: mediaWires,
    speech: mediaWires,
    realtime: live,
  },
  wrongChannels: [
    { channel: { key: '{"type":"service_account"}' }, field: 'key.serviceAccount' },
    { channel: { key: '{' }, field: 'key.serviceAccount' },
    { channel: { key: 'AQ.Ab8RN6J4xQp-0123456789abcdefghij', other: '{"default":' }, field: 'other' },
  ],
}
