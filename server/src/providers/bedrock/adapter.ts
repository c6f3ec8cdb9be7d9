import { recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { argumentTextsOf } from '../../core/chat/json-texts.ts'
import type { OwnWire } from '../own-wire.ts'
import { createReplyStreamParser } from '../reply-reader.ts'
import { buildConverseRequest } from './build-converse.ts'
import { createConverseReader, parseConverseAnswer, parseConverseUsage } from './parse-converse.ts'

/** Converse, the format in which Bedrock serves the models of all makers. */
export const converseAdapter: OwnWire = {
  settingPlaces: {
    temperature: 'inferenceConfig.temperature',
    topP: 'inferenceConfig.topP',
    topK: 'additionalModelRequestFields.top_k',
    stop: 'inferenceConfig.stopSequences',
    thinking: 'additionalModelRequestFields',
    thoughts: 'additionalModelRequestFields',
  },
  partLimits: { files: true },
  buildRequest: buildConverseRequest,
  textsToRead: argumentTextsOf,
  parseAnswer: parseConverseAnswer,
  valuesInAnswer: ({ output }) =>
    recordsOf(recordOf(recordOf(output).message).content).flatMap(({ toolUse }) =>
      recordsOf([recordOf(toolUse).input]),
    ),
  createStreamParser: (newId) => createReplyStreamParser(newId, createConverseReader()),
  parseUsage: (body) => parseConverseUsage(body.usage),
  errorIn(body) {
    const message = textOf(body.message)
    return message === '' ? null : { message }
  },
}
