import { type JsonRecord, textOf } from '@sluice/contract/read-json'
import { parseSearchUnits } from '../../protocols/openai-media/parse-usage.ts'
import type { OwnError, OwnWire } from '../own-wire.ts'
import { createReplyStreamParser } from '../reply-reader.ts'
import { buildCohereRequest } from './build-request.ts'
import { embeddings } from './embeddings.ts'
import { faultOf, parseCohereAnswer } from './parse-answer.ts'
import { createCohereReader } from './parse-stream.ts'
import { parseCohereUsage } from './parse-usage.ts'
import { rerank } from './rerank.ts'

export const cohereAdapter: OwnWire = {
  settingPlaces: {
    temperature: 'temperature',
    topP: 'p',
    topK: 'k',
    stop: 'stop_sequences',
    seed: 'seed',
    presencePenalty: 'presence_penalty',
    frequencyPenalty: 'frequency_penalty',
    responseFormat: 'response_format',
    thinking: 'thinking',
    thoughts: 'thinking',
  },
  partLimits: { strictTools: true, imageDetail: true, files: false },
  buildRequest: buildCohereRequest,
  parseAnswer: parseCohereAnswer,
  createStreamParser: (newId) => createReplyStreamParser(newId, createCohereReader()),
  parseUsage: (body) => parseCohereUsage(body.usage ?? body.meta),
  parseUnits: parseSearchUnits,
  errorIn,
  embeddings,
  rerank,
}

/** In an error `message` is a text; in an answer it is an object. https://docs.cohere.com/reference/errors */
function errorIn(body: JsonRecord): OwnError | null {
  const message = textOf(body.message)
  if (message !== '') return { message }
  return faultOf(body.finish_reason)
}
