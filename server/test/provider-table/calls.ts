import type { CallOperation } from '../../src/protocols/call-operation.ts'
import type { Provider, StoredKind } from '../../src/providers/provider.ts'
import { answerBytes, answerJson, answerSse } from '../answers.ts'
import type { Answer } from '../fake-upstream.ts'
import { json, pieces, text, totals } from './samples.ts'

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
type CallCell = RunCell | FileCell

export const isRun = (cell: CallCell): cell is RunCell => 'path' in cell

const inFile =
  (testedIn: string) =>
  (basis: Basis): FileCell => ({ basis, testedIn })
export const mediaWires = inFile('media-wires.test.ts')('documentation')
export const pictureTasks = inFile('picture-tasks.test.ts')('documentation')
export const ownWires = inFile('hosts.test.ts')('documentation')
export const realtime = inFile('realtime.test.ts')('documentation')
export const live = inFile('realtime-gemini.test.ts')('documentation')
export const storedObjects = inFile('stored-objects.test.ts')
export const storedConversations = inFile('stored-conversations.test.ts')('documentation')
export const storedSkills = inFile('stored-skills.test.ts')('documentation')
export const storedMessageFiles = inFile('stored-message-files.test.ts')('documentation')

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

export function vectors(usage: object): Answer {
  const data = [0, 1].map((index) => ({ object: 'embedding', index, embedding: [0.5, 1] }))
  return answerJson({ object: 'list', model: 'm', data, usage })
}

export function ranking(more: object): Answer {
  return answerJson({ id: 'r', results: [{ index: 1, relevance_score: 0.9 }], ...more })
}

export const completionStream = (chunkOf: (piece: string, isLast: boolean) => object): Answer =>
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

/** Each kind of call of a provider besides chat. */
export type CallCells = Partial<Record<CallKind, CallCell>>

/** The calls of a host that answers as OpenAI does, below `/v1` or another prefix. */
export function openaiCalls(
  operations: readonly BodyOperation[],
  { prefix = '/v1', basis = 'fake', model = 'm-1' }: { prefix?: string; basis?: Basis; model?: string } = {},
): CallCells {
  const cells = operations.map((operation) => {
    const { path, ...cell } = openaiAnswers[operation]
    return [operation, { ...cell, basis, model, path: path.replace(/^\/v1/, prefix) }] as const
  })
  return Object.fromEntries(cells)
}

export const documented = (
  path: string,
  cell: Omit<RunCell, 'basis' | 'path' | 'model'> & { model?: string },
): RunCell => ({
  basis: 'documentation',
  model: 'm-1',
  path,
  ...cell,
})

export const allBodies = Object.keys(openaiAnswers) as BodyOperation[]
