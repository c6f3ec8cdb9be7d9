import { answerJson, answerSse, type SseScript } from '../answers.ts'
import type { Answer } from '../fake-upstream.ts'
import { openaiCells } from './openai-cells.ts'
import { type Cells, city, json, type ProviderRow, picture, pieces, text, thought, toolName } from './row.ts'

// Gemini at Google and on Vertex. https://ai.google.dev/api/generate-content, read 2026-11-20

const noBalance = 'The host has no address for the balance.'
const counts = { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120 }

const answer = (parts: readonly object[], usageMetadata: object = counts) => ({
  responseId: 'r1',
  modelVersion: 'gemini-3.8-flash',
  usageMetadata,
  candidates: [{ index: 0, content: { role: 'model', parts }, finishReason: 'STOP' }],
})
const frames: readonly object[] = pieces.map((piece, index) => {
  const isLast = index === pieces.length - 1
  const content = { role: 'model', parts: [{ text: piece }] }
  return {
    responseId: 'r1',
    modelVersion: 'gemini-3.8-flash',
    candidates: [{ index: 0, content, ...(isLast && { finishReason: 'STOP' }) }],
    ...(isLast && { usageMetadata: counts }),
  }
})
const stream = (script?: SseScript): Answer => answerSse(json(frames), { done: false, ...script })

const refusal = (code: number, status: string, message: string, details: readonly object[] = []): Answer =>
  answerJson({ error: { code, message, status, details } }, { status: code })

const geminiCells = {
  plain: answerJson(answer([{ text }])),
  stream,
  tools: answerJson(answer([{ functionCall: { name: toolName, args: city } }])),
  image: {
    contents: [{ parts: [{ text: 'What is it?' }, { inlineData: { mimeType: 'image/png', data: picture } }] }],
  },
  reasoning: answerJson(answer([{ text: thought, thought: true }, { text }])),
  usage: {
    answer: answerJson(
      answer([{ text }], {
        promptTokenCount: 100,
        cachedContentTokenCount: 40,
        candidatesTokenCount: 12,
        thoughtsTokenCount: 8,
        totalTokenCount: 120,
      }),
    ),
    input: 100,
    output: 20,
    cacheRead: 40,
    reasoning: 8,
  },
  error: {
    answer: refusal(400, 'INVALID_ARGUMENT', 'Invalid value at generation_config'),
    status: 400,
    says: 'Invalid value at generation_config',
  },
  cut: stream({ stopAfter: { frames: 2, how: 'end' } }),
  refusedKey: [
    refusal(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [
      { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' },
    ]),
    refusal(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.'),
    refusal(403, 'PERMISSION_DENIED', 'Your API key was reported as leaked.'),
  ],
} satisfies Omit<Cells, 'list' | 'balance'>

const list: Cells['list'] = {
  path: '/v1beta/models?pageSize=1000',
  answers: [
    answerJson({
      models: [{ name: 'models/gemini-3.8-flash', supportedGenerationMethods: ['generateContent'] }],
    }),
  ],
  names: ['gemini-3.8-flash'],
}
const call = '/v1beta/models/gemini-3.8-flash'
const place = '/v1/projects/my-project/locations/us-east5'
const noList = 'The host has no list of the models of an account.'
const vertexAccount = {
  type: 41,
  channel: { other: 'us-east5' },
  signed: ['authorization', /^Bearer ya29\./],
} satisfies Partial<ProviderRow>

export const googleRows: readonly ProviderRow[] = [
  ...[11, 24].map(
    (type): ProviderRow => ({
      type,
      model: 'gemini-3.8-flash',
      path: `${call}:generateContent`,
      streamPath: `${call}:streamGenerateContent?alt=sse`,
      signed: ['x-goog-api-key', 'sk-upstream'],
      cells: { ...geminiCells, list, balance: noBalance },
    }),
  ),
  {
    ...vertexAccount,
    variant: 'Gemini',
    model: 'gemini-3.8-flash',
    keyOf: ({ serviceAccount }) => serviceAccount,
    path: `${place}/publishers/google/models/gemini-3.8-flash:generateContent`,
    streamPath: `${place}/publishers/google/models/gemini-3.8-flash:streamGenerateContent?alt=sse`,
    cells: { ...geminiCells, list: noList, balance: noBalance },
  },
  {
    ...vertexAccount,
    variant: 'open models',
    model: 'meta/llama-4-maas',
    keyOf: ({ serviceAccount }) => serviceAccount,
    path: `${place}/endpoints/openapi/chat/completions`,
    cells: {
      ...openaiCells,
      // Google's envelope, at times inside a list.
      error: {
        answer: answerJson(
          [{ error: { code: 400, message: 'Invalid value at messages', status: 'INVALID_ARGUMENT' } }],
          { status: 400 },
        ),
        status: 400,
        says: 'Invalid value at messages',
      },
      refusedKey: [refusal(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.')],
      list: noList,
      balance: noBalance,
    },
  },
]
