import { recordOf, recordsOf } from '@sluice/contract/read-json'
import { argumentTextsOf } from '../../core/chat/json-texts.ts'
import type { OwnWire } from '../own-wire.ts'
import { createReplyReader } from '../reply-reader.ts'
import { buildOllamaRequest } from './build-request.ts'
import { embeddings } from './embeddings.ts'
import { readOllamaAnswer } from './parse-answer.ts'

export const ollamaAdapter: OwnWire = {
  textsToRead: argumentTextsOf,
  valuesInAnswer: ({ message }) =>
    recordsOf(recordOf(message).tool_calls).flatMap((call) => recordsOf([recordOf(call.function).arguments])),
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
    thoughts: 'think',
  },
  partLimits: { files: false, without: ['required_call', 'named_call'] },
  buildRequest: buildOllamaRequest,
  ...createReplyReader({ read: readOllamaAnswer }),
  embeddings,
}
