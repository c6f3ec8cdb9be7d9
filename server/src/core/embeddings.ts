import { type JsonRecord, numbersOf } from '@sluice/contract/read-json'
import type { Usage } from './usage/usage.ts'

/** A request for embeddings in the neutral form. */
export interface EmbeddingRequest {
  texts: string[]
  dimensions?: number
  /** The purpose of the vectors, if the client states it. */
  purpose?: EmbeddingPurpose
}

export const embeddingPurposes = ['search_document', 'search_query', 'classification', 'clustering'] as const
export type EmbeddingPurpose = (typeof embeddingPurposes)[number]

const dimensionsMax = 1_000_000

/** Valid numbers of dimensions. */
export const dimensionsOf = (field: string) => ({ field, min: 1, max: dimensionsMax, isWhole: true })

/** A vector as an answer holds it: numbers, some of which may be texts, or bytes in base64. */
export type WireVector = readonly unknown[] | EncodedVector

interface EncodedVector {
  base64: string
  numbers: 'float32' | 'int8'
}

/** A vector as a client asks for it: numbers, or numbers of 32 bits in base64. */
export type ClientVector = readonly number[] | string

/** The numbers of a vector. Throws RangeError for more than a vector can have. */
export function readVector(wire: WireVector): readonly number[] {
  if ('base64' in wire) return decodeVector(wire)
  if (wire.length > dimensionsMax) throw tooLong()
  return wire.every((one) => typeof one === 'number') ? wire : numbersOf(wire)
}

const tooLong = () => new RangeError('a vector is too long')

function decodeVector({ base64, numbers }: EncodedVector): number[] {
  const size = numbers === 'int8' ? 1 : 4
  const bytes = new Uint8Array(Buffer.from(base64, 'base64'))
  const length = Math.floor(bytes.length / size)
  if (length > dimensionsMax) throw tooLong()
  return Array.from(numbers === 'int8' ? new Int8Array(bytes.buffer) : new Float32Array(bytes.buffer, 0, length))
}

/** Little-endian, as the processors are that the gateway runs on. */
export function encodeVector(vector: readonly number[]): string {
  return Buffer.from(Float32Array.from(vector).buffer).toString('base64')
}

/** Embeddings: from the neutral form and back. */
export interface EmbeddingsWire {
  build(request: EmbeddingRequest, model: string): JsonRecord
  parse(answer: JsonRecord): WireVector[]
  /** The request states what the vectors are for. */
  readonly takesPurpose?: true
  /** The usage of an answer; absent = the format of the provider's chat reads it. */
  parseUsage?(answer: JsonRecord): Usage | null
}
