import type { CallOperation } from '../../src/protocols/call-operation.ts'
import type { Provider, StoredKind } from '../../src/providers/provider.ts'
import { answerBytes, answerJson, answerSse } from '../answers.ts'
import type { Answer } from '../fake-upstream.ts'
import { json, pieces, text, totals } from './row.ts'

/** Kinds of call besides chat that a channel answers with one body. */
export type BodyOperation = Exclude<CallOperation, 'chat' | 'realtime'>
export type CallKind = CallOperation | StoredKind | 'mj' | 'suno'

/** The kinds of call of a provider. */
export function kindsOf({ operations, storage, taskPlatform }: Provider): CallKind[] {
  return [...operations, ...(storage?.kinds ?? []), ...(taskPlatform ? [taskPlatform] : [])]
}

/**
 * Where the answers of a test are from: the provider's documentation, a recording of its API, or a fake that answers as
 * OpenAI does.
 */
export type Basis = 'recorded answer' | 'documentation' | 'fake'

/** A call of a kind, run by `provider-calls.test.ts`. */
export interface RunCell {
  basis: Basis
  /** The upstream's name of the model. */
  model: string
  path: string
  answer: Answer
  /** The same answer as a stream, of a completion; absent = as OpenAI streams it. */
  stream?: Answer
  /** Parts of the upstream's body, if it is JSON. */
  sent?: object
  /** The vectors that the client gets; absent = two of 0.5 and 1. */
  vectors?: readonly (readonly number[])[]
  /** Tokens of the usage row; absent = the answer reports none. */
  tokens?: number
}

/** A kind of call whose own tests are in a file of `server/test`. */
interface FileCell {
  basis: Basis
  testedIn: string
}
export type CallCell = RunCell | FileCell

export const isRun = (cell: CallCell): cell is RunCell => 'path' in cell

const inFile =
  (testedIn: string) =>
  (basis: Basis): FileCell => ({ basis, testedIn })
const mediaWires = inFile('media-wires.test.ts')('documentation')
const ownWires = inFile('hosts.test.ts')('documentation')
const realtime = inFile('realtime.test.ts')('documentation')
const live = inFile('realtime-gemini.test.ts')('documentation')
const storedObjects = inFile('stored-objects.test.ts')

/** Answers of OpenAI's API. https://platform.openai.com/docs/api-reference, read 2026-11-20 */
const openaiAnswers: Record<BodyOperation, { path: string; answer: Answer; tokens?: number }> = {
  completions: {
    path: '/v1/completions',
    answer: answerJson({
      id: 'cmpl-1',
      object: 'text_completion',
      created: 1,
      model: 'm',
      usage: totals,
      choices: [{ index: 0, text, logprobs: null, finish_reason: 'stop' }],
    }),
    tokens: 100,
  },
  embeddings: {
    path: '/v1/embeddings',
    answer: vectors({ prompt_tokens: 7, total_tokens: 7 }),
    tokens: 7,
  },
  moderations: {
    path: '/v1/moderations',
    answer: answerJson({
      id: 'modr-1',
      model: 'm',
      results: [{ flagged: false, categories: {}, category_scores: {} }],
    }),
  },
  rerank: {
    path: '/v1/rerank',
    answer: ranking({ usage: { total_tokens: 7 } }),
    tokens: 7,
  },
  image_generations: {
    path: '/v1/images/generations',
    answer: answerJson({ created: 1, data: [{ b64_json: 'aW1hZ2U=' }] }),
  },
  image_edits: {
    path: '/v1/images/edits',
    answer: answerJson({ created: 1, data: [{ b64_json: 'aW1hZ2U=' }] }),
  },
  image_variations: {
    path: '/v1/images/variations',
    answer: answerJson({ created: 1, data: [{ b64_json: 'aW1hZ2U=' }] }),
  },
  speech: {
    path: '/v1/audio/speech',
    answer: answerBytes(Buffer.from('a sound'), { 'content-type': 'audio/mpeg' }),
  },
  transcriptions: { path: '/v1/audio/transcriptions', answer: answerJson({ text: 'hello' }) },
  translations: { path: '/v1/audio/translations', answer: answerJson({ text: 'hello' }) },
}

function vectors(usage: object): Answer {
  const data = [0, 1].map((index) => ({ object: 'embedding', index, embedding: [0.5, 1] }))
  return answerJson({ object: 'list', model: 'm', data, usage })
}

function ranking(more: object): Answer {
  return answerJson({ id: 'r', results: [{ index: 1, relevance_score: 0.9 }], ...more })
}

const completionStream = (chunkOf: (piece: string, isLast: boolean) => object): Answer =>
  answerSse(json(pieces.map((piece, index) => chunkOf(piece, index === pieces.length - 1))))

/** A completion of `text` as OpenAI streams it. */
export const streamedCompletion = completionStream((piece, isLast) => ({
  id: 'cmpl-1',
  object: 'text_completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, text: piece, logprobs: null, finish_reason: isLast ? 'stop' : null }],
  ...(isLast && { usage: totals }),
}))

type Cells = Partial<Record<CallKind, CallCell>>

/** The calls of a host that answers as OpenAI does, below `/v1` or another prefix. */
function openaiCalls(
  operations: readonly BodyOperation[],
  { prefix = '/v1', basis = 'fake', model = 'm-1' }: { prefix?: string; basis?: Basis; model?: string } = {},
): Cells {
  const cells = operations.map((operation) => {
    const { path, ...cell } = openaiAnswers[operation]
    return [operation, { ...cell, basis, model, path: path.replace(/^\/v1/, prefix) }] as const
  })
  return Object.fromEntries(cells)
}

const documented = (path: string, cell: Omit<RunCell, 'basis' | 'path' | 'model'> & { model?: string }): RunCell => ({
  basis: 'documentation',
  model: 'm-1',
  path,
  ...cell,
})

const all = Object.keys(openaiAnswers) as BodyOperation[]
const deployments = '/openai/deployments/dep'
const azureCalls = Object.fromEntries(
  Object.entries(
    openaiCalls(
      ['completions', 'embeddings', 'image_generations', 'image_edits', 'speech', 'transcriptions', 'translations'],
      { prefix: deployments, model: 'dep', basis: 'documentation' },
    ),
  ).map(([name, cell]) => [name, { ...cell, path: `${'path' in cell ? cell.path : ''}?api-version=2024-10-21` }]),
)

const reseller = openaiCalls(all)
const gemini: Cells = {
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

/** By channel type: each kind of call besides chat. */
export const callCells: Readonly<Record<number, Cells>> = {
  1: {
    ...openaiCalls(all, { basis: 'documentation' }),
    realtime,
    files: storedObjects('documentation'),
    batches: storedObjects('documentation'),
    completions: { basis: 'recorded answer', testedIn: 'relay-recordings.test.ts' },
    embeddings: { basis: 'recorded answer', testedIn: 'relay-recordings.test.ts' },
  },
  2: { mj: { basis: 'documentation', testedIn: 'tasks-drawing.test.ts' } },
  3: {
    ...azureCalls,
    realtime,
    files: storedObjects('documentation'),
    batches: storedObjects('documentation'),
  },
  4: {
    ...openaiCalls(['completions']),
    embeddings: documented('/api/embed', {
      answer: answerJson({
        model: 'm',
        embeddings: [
          [0.5, 1],
          [0.5, 1],
        ],
        prompt_eval_count: 7,
      }),
      sent: { input: ['a', 'b'] },
      tokens: 7,
    }),
  },
  5: { mj: { basis: 'documentation', testedIn: 'tasks-drawing.test.ts' } },
  ...Object.fromEntries([6, 7, 9, 10, 12, 13].map((type) => [type, reseller])),
  8: Object.fromEntries(Object.entries(reseller).map(([name, cell]) => [name, { ...cell, path: '/custom/chat' }])),
  11: gemini,
  14: { message_batches: storedObjects('documentation') },
  15: {
    embeddings: documented('/rpc/2.0/ai_custom/v1/wenxinworkshop/embeddings/embedding-v1?access_token=ya29.token', {
      model: 'Embedding-V1',
      answer: vectors({ prompt_tokens: 7, total_tokens: 7 }),
      sent: { input: ['a', 'b'] },
      tokens: 7,
    }),
  },
  17: {
    ...openaiCalls(['completions'], { prefix: '/compatible-mode/v1' }),
    embeddings: documented('/compatible-mode/v1/embeddings', {
      model: 'text-embedding-v4',
      answer: vectors({ prompt_tokens: 7, total_tokens: 7 }),
      tokens: 7,
    }),
    image_generations: mediaWires,
    image_edits: mediaWires,
    speech: mediaWires,
    transcriptions: mediaWires,
    rerank: ownWires,
    files: storedObjects('fake'),
    batches: storedObjects('fake'),
  },
  19: openaiCalls(['embeddings']),
  20: {
    ...openaiCalls(['completions', 'embeddings', 'speech']),
    transcriptions: documented('/v1/audio/transcriptions', {
      model: 'openai/whisper-large-v3',
      answer: answerJson({
        text: 'hello',
        usage: { cost: 0.0005, input_tokens: 7, output_tokens: 3, seconds: 9.2, total_tokens: 10 },
      }),
      sent: { model: 'openai/whisper-large-v3', input_audio: { data: 'Ynl0ZXM=', format: 'mp3' } },
      tokens: 7,
    }),
    rerank: documented('/v1/rerank', {
      answer: ranking({
        model: 'cohere/rerank-v3.5',
        provider: 'Cohere',
        usage: { search_units: 1, total_tokens: 7, cost: 0.001 },
      }),
      tokens: 7,
    }),
  },
  23: {
    image_generations: mediaWires,
    embeddings: documented('/', {
      answer: answerJson({
        Response: {
          RequestId: 'r',
          Usage: { PromptTokens: 7, TotalTokens: 7 },
          Data: [0, 1].map((Index) => ({ Object: 'embedding', Index, Embedding: [0.5, 1] })),
        },
      }),
      sent: { InputList: ['a', 'b'] },
      tokens: 7,
    }),
  },
  24: gemini,
  25: { files: storedObjects('fake') },
  26: {
    ...openaiCalls(['embeddings', 'moderations', 'speech', 'transcriptions'], { prefix: '/api/paas/v4' }),
    rerank: documented('/api/paas/v4/rerank', {
      answer: ranking({ request_id: 'r', usage: { prompt_tokens: 7, total_tokens: 7 } }),
      tokens: 7,
    }),
    image_generations: mediaWires,
  },
  27: {
    embeddings: documented('/v1/embeddings', {
      model: 'pplx-embed-v1-4b',
      answer: answerJson({
        object: 'list',
        model: 'pplx-embed-v1-4b',
        // 0, 1 as signed bytes; the second is -128, 127.
        data: ['AAE=', 'gH8='].map((embedding, index) => ({ object: 'embedding', index, embedding })),
        usage: { prompt_tokens: 7, total_tokens: 7, cost: { currency: 'USD', total_cost: 0.0001 } },
      }),
      sent: { input: ['a', 'b'], encoding_format: 'base64_int8' },
      vectors: [
        [0, 1],
        [-128, 127],
      ],
      tokens: 7,
    }),
  },
  34: {
    embeddings: documented('/v2/embed', {
      answer: answerJson({
        id: 'e',
        embeddings: {
          float: [
            [0.5, 1],
            [0.5, 1],
          ],
        },
        texts: ['a', 'b'],
        meta: { api_version: { version: '2' }, billed_units: { input_tokens: 7 } },
      }),
      sent: { texts: ['a', 'b'], input_type: 'search_document', embedding_types: ['float'] },
      tokens: 7,
    }),
    rerank: documented('/v2/rerank', {
      answer: ranking({ meta: { billed_units: { search_units: 1 } } }),
      sent: { query: 'q', documents: ['a', 'b'] },
    }),
  },
  33: { embeddings: ownWires, rerank: ownWires },
  35: { embeddings: ownWires, image_generations: mediaWires, speech: mediaWires },
  38: {
    embeddings: documented('/v1/embeddings', {
      answer: vectors({ total_tokens: 7, prompt_tokens: 7 }),
      tokens: 7,
    }),
    rerank: documented('/v1/rerank', {
      answer: answerJson({
        model: 'jina-reranker-v3',
        usage: { total_tokens: 7 },
        results: [{ index: 1, relevance_score: 0.9, document: { text: 'b' } }],
      }),
      tokens: 7,
    }),
  },
  39: {
    ...openaiCalls(['embeddings'], { prefix: '/client/v4/accounts/023e105f4ecef8ad9ca31a8372d0c353/ai/v1' }),
    image_generations: mediaWires,
    image_edits: mediaWires,
    speech: mediaWires,
    transcriptions: mediaWires,
    translations: mediaWires,
    rerank: documented('/client/v4/accounts/023e105f4ecef8ad9ca31a8372d0c353/ai/run/@cf/baai/bge-reranker-base', {
      model: '@cf/baai/bge-reranker-base',
      answer: answerJson({
        success: true,
        errors: [],
        messages: [],
        result: { response: [{ id: 1, score: 0.9 }] },
      }),
      sent: { query: 'q', contexts: [{ text: 'a' }, { text: 'b' }] },
    }),
  },
  40: {
    ...openaiCalls(['completions', 'embeddings', 'speech', 'transcriptions']),
    rerank: documented('/v1/rerank', {
      answer: answerJson({
        id: 'r',
        meta: { tokens: { input_tokens: 7, output_tokens: 0 } },
        results: [{ index: 1, relevance_score: 0.9, document: { text: 'b' } }],
      }),
      tokens: 7,
    }),
    image_generations: mediaWires,
    image_edits: mediaWires,
    files: storedObjects('fake'),
    batches: storedObjects('fake'),
  },
  41: {
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
  42: {
    completions: documented('/v1/fim/completions', {
      model: 'codestral-latest',
      answer: answerJson({
        id: 'c',
        object: 'chat.completion',
        created: 1,
        model: 'codestral-latest',
        usage: totals,
        choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
      }),
      // The usage is in the last chunk.
      stream: completionStream((content, end) => ({
        id: 'c',
        object: 'chat.completion.chunk',
        created: 1,
        model: 'codestral-latest',
        choices: [{ index: 0, delta: { content }, finish_reason: end ? 'stop' : null }],
        ...(end && { usage: totals }),
      })),
      sent: { prompt: 'Where?' },
      tokens: 100,
    }),
    ...openaiCalls(['embeddings', 'transcriptions']),
    speech: mediaWires,
    moderations: documented('/v1/moderations', {
      answer: answerJson({
        id: 'mod-1',
        model: 'mistral-moderation-latest',
        results: [{ categories: { sexual: false }, category_scores: { sexual: 0.01 } }],
      }),
    }),
  },
  36: { suno: { basis: 'documentation', testedIn: 'tasks-music.test.ts' } },
  43: {
    completions: documented('/beta/completions', {
      model: 'deepseek-v4-flash',
      answer: answerJson({
        id: 'c',
        object: 'text_completion',
        created: 1,
        model: 'deepseek-v4-flash',
        choices: [{ index: 0, text, finish_reason: 'stop' }],
        usage: { ...totals, prompt_cache_hit_tokens: 0, prompt_cache_miss_tokens: 100 },
      }),
      tokens: 100,
    }),
  },
  44: openaiCalls(['embeddings'], { prefix: '' }),
  45: {
    ...openaiCalls(['embeddings'], { prefix: '/api/v3' }),
    image_generations: documented('/api/v3/images/generations', {
      model: 'doubao-seedream-4-0',
      answer: answerJson({
        model: 'doubao-seedream-4-0',
        created: 1,
        data: [{ url: 'https://host.example/i.png', size: '2048x2048' }],
        usage: { generated_images: 1, output_tokens: 16_384, total_tokens: 16_384 },
      }),
    }),
    image_edits: mediaWires,
  },
  46: {
    ...openaiCalls(['embeddings', 'image_generations'], { prefix: '/v2' }),
    rerank: documented('/v2/rerank', {
      answer: answerJson({
        id: 'as-1',
        object: 'rerank_list',
        created: 1,
        model: 'm',
        usage: { prompt_tokens: 7, total_tokens: 7 },
        results: [{ document: 'b', relevance_score: 0.9, index: 1 }],
      }),
      tokens: 7,
    }),
  },
  47: {
    ...openaiCalls(['completions', 'embeddings', 'image_generations', 'speech', 'transcriptions', 'translations']),
    rerank: documented('/v1/rerank', {
      answer: ranking({ meta: { api_version: null, billed_units: null, tokens: null, warnings: null } }),
    }),
  },
  48: {
    image_generations: documented('/v1/images/generations', {
      model: 'grok-imagine-image',
      answer: answerJson({ data: [{ url: 'https://host.example/i.jpg', revised_prompt: '' }] }),
      sent: { prompt: 'a gate' },
    }),
    image_edits: mediaWires,
    speech: mediaWires,
    transcriptions: mediaWires,
  },
  53: openaiCalls(['completions']),
}
