import { answerJson, answerSse, type SseScript } from '../answers.ts'
import type { Answer } from '../fake-upstream.ts'
import sent from './__fixtures__/gemini.sent.json'
import { type CallCells, documented, live, mediaWires } from './calls.ts'
import { anyKey, noBalance } from './reasons.ts'
import { events, failure, type Replies, signedState } from './replies.ts'
import type { Cells, ProviderCases } from './row.ts'
import { cachedCounts, city, json, picture, pieces, text, thought, toolName } from './samples.ts'
import type { SentBodies } from './sent.ts'

// Gemini at Google and on Vertex. https://ai.google.dev/api/generate-content, read 2026-11-20

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

export const googleRefusal = (code: number, status: string, message: string, details: readonly object[] = []): Answer =>
  answerJson({ error: { code, message, status, details } }, { status: code })

export const geminiCells = {
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
    ...cachedCounts,
    reasoning: 8,
  },
  error: {
    answer: googleRefusal(400, 'INVALID_ARGUMENT', 'Invalid value at generation_config'),
    status: 400,
    says: 'Invalid value at generation_config',
  },
  cut: stream({ stopAfter: { frames: 2, how: 'end' } }),
  refusedKey: [
    googleRefusal(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [
      { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' },
    ]),
    googleRefusal(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.'),
    googleRefusal(403, 'PERMISSION_DENIED', 'Your API key was reported as leaked.'),
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

const gemini = (parts: readonly object[], more: object = {}) => ({
  responseId: 'r1',
  modelVersion: 'gemini-3.8-flash',
  candidates: [{ index: 0, content: { role: 'model', parts }, ...more }],
})
const finished = { finishReason: 'STOP' }
const functionCalls = [
  { functionCall: { id: 'call_1', name: toolName, args: city } },
  { functionCall: { name: toolName } },
]
const geminiFailure = { error: { code: 400, message: failure.message, status: 'INVALID_ARGUMENT' } }

export const geminiReplies: Replies = {
  twoCalls: answerJson({ ...gemini(functionCalls, finished), usageMetadata: counts }),
  streamedCalls: events([
    gemini(functionCalls.slice(0, 1)),
    { ...gemini(functionCalls.slice(1), finished), usageMetadata: counts },
  ]),
  noUsage: answerJson(gemini([{ text }], finished)),
  firstError: events([geminiFailure]),
  midError: events([gemini([{ text: 'The river' }]), geminiFailure]),
  signed: answerJson({
    ...gemini([{ functionCall: { name: toolName, args: city }, thoughtSignature: signedState }], finished),
    usageMetadata: counts,
  }),
  framesToText: 1,
}

export const geminiSent: SentBodies = sent

const calls: CallCells = {
  embeddings: documented('/v1beta/models/gemini-embedding-001:batchEmbedContents', {
    model: 'gemini-embedding-001',
    answer: answerJson({ embeddings: [{ values: [0.5, 1] }, { values: [0.5, 1] }] }),
    sent: { requests: [{ model: 'models/gemini-embedding-001', content: { parts: [{ text: 'a' }] } }, {}] },
  }),
  image_generations: mediaWires,
  image_edits: mediaWires,
  speech: mediaWires,
  realtime: live,
}

/** Google's own API. */
export const geminiApi: ProviderCases = {
  rows: [
    {
      model: 'gemini-3.8-flash',
      path: `${call}:generateContent`,
      streamPath: `${call}:streamGenerateContent?alt=sse`,
      signed: ['x-goog-api-key', 'sk-upstream'],
      cells: { ...geminiCells, list, balance: noBalance },
      sent: geminiSent,
      replies: geminiReplies,
    },
  ],
  calls,
  wrongChannels: anyKey,
}
