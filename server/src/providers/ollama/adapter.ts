import { type JsonRecord, textOf } from '@sluice/contract/read-json'
import type { OwnError, OwnWire } from '../own-wire.ts'
import { buildOllamaRequest } from './build-request.ts'
import { embeddings } from './embeddings.ts'
import { parseOllamaAnswer } from './parse-answer.ts'
import { createOllamaStreamParser } from './parse-stream.ts'
import { parseOllamaUsage } from './parse-usage.ts'

export const ollamaAdapter: OwnWire = {
  settingPlaces: {
    temperature: 'options.temperature',
    topP: 'options.top_p',
    topK: 'options.top_k',
    stop: 'options.stop',
    seed: 'options.seed',
    presencePenalty: 'options.presence_penalty',
    frequencyPenalty: 'options.frequency_penalty',
    responseFormat: 'format',
    thinking: 'think',
  },
  partLimits: { files: false, without: ['required_call', 'named_call'] },
  buildRequest: buildOllamaRequest,
  parseAnswer: parseOllamaAnswer,
  createStreamParser: createOllamaStreamParser,
  parseUsage: parseOllamaUsage,
  errorIn: ollamaErrorIn,
  embeddings,
}

/** An error is one text, also in a line of a stream. https://docs.ollama.com/api/errors, as known on 2026-11-20 */
function ollamaErrorIn({ error }: JsonRecord): OwnError | null {
  return textOf(error) === '' ? null : { message: textOf(error) }
}
