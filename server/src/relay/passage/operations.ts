import { type PriceUnit, priceUnits } from '../../core/billing/model-price.ts'
import type { CallOperation } from '../../protocols/call-operation.ts'
import type { ClientTarget } from '../../protocols/client-target.ts'
import { laterField } from '../../protocols/openai-media/image-call.ts'
import type { RequestFacts } from '../../protocols/wire-format.ts'
import type { OptionValues } from '../../state/option-registry.ts'

/** What the stages of a call need to know of its operation. */
export interface Operation {
  /** The operation at an upstream. */
  readonly sentAs: CallOperation
  /** The gateway answers it itself; no upstream is called. */
  readonly isLocal: boolean
  /** A conversation: any format can hold it, and a channel may add a system prompt. */
  readonly isChat: boolean
  /** The name of its model may have a suffix that asks for thinking. */
  readonly takesSuffix: boolean
  /**
   * A model writes its answer: the length is estimated before the call, the words are screened, and a stream reports
   * its usage on request.
   */
  readonly isText: boolean
  /** The answer is sound, which is passed on as it arrives and may be charged by its duration. */
  readonly isSound: boolean
  /** The content type of an answer that is no stream. */
  readonly accept: 'application/json' | '*/*'
  /** Fields of the gateway's own, which no upstream gets. */
  readonly ownFields: readonly string[]
  /** When an answer under status 200 is empty; null = it never is. */
  readonly emptyWithout: 'results' | 'bytes' | null
}

const json = {
  isLocal: false,
  isChat: false,
  takesSuffix: false,
  isText: false,
  isSound: false,
  accept: 'application/json',
  ownFields: [],
  emptyWithout: 'results',
} as const

const images = { ...json, ownFields: [laterField] } as const

const transcript = { ...json, accept: '*/*', emptyWithout: 'bytes' } as const

const operations: Readonly<Record<ClientTarget['operation'], Operation>> = {
  chat: { ...json, sentAs: 'chat', isChat: true, takesSuffix: true, isText: true },
  count_tokens: { ...json, sentAs: 'chat', isLocal: true, takesSuffix: true, emptyWithout: null },
  completions: { ...json, sentAs: 'completions', isText: true },
  embeddings: { ...json, sentAs: 'embeddings' },
  moderations: { ...json, sentAs: 'moderations' },
  rerank: { ...json, sentAs: 'rerank' },
  image_generations: { ...images, sentAs: 'image_generations' },
  image_edits: { ...images, sentAs: 'image_edits' },
  image_variations: { ...images, sentAs: 'image_variations' },
  speech: { ...json, sentAs: 'speech', isSound: true, accept: '*/*', emptyWithout: null },
  transcriptions: { ...transcript, sentAs: 'transcriptions' },
  translations: { ...transcript, sentAs: 'translations' },
  realtime: { ...json, sentAs: 'realtime', emptyWithout: null },
}

/** The quantities other than tokens that a call of the operation is counted in. */
export const countedUnits = ({ isSound, sentAs }: Operation): readonly PriceUnit[] => {
  if (isSound) return priceUnits
  return sentAs === 'transcriptions' || sentAs === 'translations' ? ['second'] : []
}

export const operationOf = ({ operation }: Pick<ClientTarget, 'operation'>): Operation => operations[operation]

/** Upper limit of the answer's tokens, if the caller sets one. */
export const outputEstimate = (
  { target }: { target: Pick<ClientTarget, 'operation'> },
  { maxOutputTokens, n }: Pick<RequestFacts, 'maxOutputTokens' | 'n'>,
  options: Pick<OptionValues, 'PreConsumedQuota'>,
): number => (operationOf(target).isText ? (maxOutputTokens ?? options.PreConsumedQuota) * n : 0)
