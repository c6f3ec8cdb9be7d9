import type { CallEndpoint } from '@sluice/contract/priced-kinds'
import type { ClientFormatId } from '../protocols/wire-format-id.ts'
import type { TestKind } from './channel-test-calls.ts'

/** The format that a client of a chat endpoint speaks. */
export const clientOf = (endpoint: CallEndpoint | ''): ClientFormatId => clientsOfEndpoints[endpoint] ?? 'openai'

const clientsOfEndpoints: Readonly<Partial<Record<CallEndpoint | '', ClientFormatId>>> = {
  'openai-response': 'responses',
  anthropic: 'anthropic',
  gemini: 'gemini',
}

/** The endpoint of each format of chat. */
export const endpointOfClient: Readonly<Record<ClientFormatId, CallEndpoint>> = {
  openai: 'openai',
  responses: 'openai-response',
  anthropic: 'anthropic',
  gemini: 'gemini',
}

/** The endpoint of each kind other than chat. */
export const endpointOfKind: Readonly<Record<Exclude<TestKind, 'chat' | 'realtime'>, CallEndpoint>> = {
  completions: 'completions',
  embeddings: 'embeddings',
  rerank: 'rerank',
  moderations: 'moderation',
  speech: 'speech',
  transcriptions: 'transcription',
  images: 'image-generation',
}

/** The kind of call of each endpoint. */
export const kindsOfEndpoints: Readonly<Record<CallEndpoint, Exclude<TestKind, 'realtime'>>> = {
  openai: 'chat',
  'openai-response': 'chat',
  anthropic: 'chat',
  gemini: 'chat',
  completions: 'completions',
  embeddings: 'embeddings',
  rerank: 'rerank',
  moderation: 'moderations',
  speech: 'speech',
  transcription: 'transcriptions',
  'image-generation': 'images',
}
