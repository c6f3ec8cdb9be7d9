import type { WireFormat } from '../wire-format.ts'
import type { ImageOperation, MediaOperation } from './media-operation.ts'
import {
  parseImageAnswer,
  parseModerationAnswer,
  parseRerankAnswer,
  parseSpeechAnswer,
  parseTranscriptionAnswer,
} from './parse-answer.ts'
import { parseSpeechRequest, parseTranscriptionRequest } from './parse-audio-request.ts'
import { parseImageRequest } from './parse-image-request.ts'
import { parseModerationRequest, parseRerankRequest, rerankInputs } from './parse-text-request.ts'
import { parseImageUsage, parseSpeechUsage, parseTranscriptionUsage } from './parse-usage.ts'
import { buildRerankAnswer, parseRerankCall } from './rerank.ts'
import { createMediaStreamMeter } from './stream-meter.ts'

/** What an endpoint has of its own. Errors, headers and framing are those of Chat Completions. */
type MediaFormat = Pick<WireFormat, 'readRequest' | 'countable' | 'readAnswer'> &
  Partial<Pick<WireFormat, 'createMeter' | 'rerankCalls'>>

const images = (operation: ImageOperation): MediaFormat => ({
  readRequest: (_target, body) => parseImageRequest(operation, body),
  countable: (_target, { prompt }) => ({ body: { prompt } }),
  createMeter: (onText) => createMediaStreamMeter(parseImageUsage, onText),
  readAnswer: parseImageAnswer,
})

const transcripts: MediaFormat = {
  readRequest: (_target, body) => parseTranscriptionRequest(body),
  countable: () => ({ body: {} }),
  createMeter: (onText) => createMediaStreamMeter(parseTranscriptionUsage, onText),
  readAnswer: parseTranscriptionAnswer,
}

/** The requests, answers and events of each endpoint for images, sound, moderations and rankings. */
export const mediaFormats: Readonly<Record<MediaOperation, MediaFormat>> = {
  image_generations: images('image_generations'),
  image_edits: images('image_edits'),
  image_variations: images('image_variations'),
  speech: {
    readRequest: (_target, body) => parseSpeechRequest(body),
    countable: (_target, { input }) => ({ body: { input } }),
    createMeter: (onText) => createMediaStreamMeter(parseSpeechUsage, onText),
    readAnswer: parseSpeechAnswer,
  },
  transcriptions: transcripts,
  translations: transcripts,
  moderations: {
    readRequest: (_target, body) => parseModerationRequest(body),
    countable: (_target, { input }) => ({ body: { input } }),
    readAnswer: parseModerationAnswer,
  },
  rerank: {
    readRequest: (_target, body) => parseRerankRequest(body),
    countable: (_target, body) => ({ body: rerankInputs(body) }),
    readAnswer: parseRerankAnswer,
    rerankCalls: { parse: parseRerankCall, buildAnswer: buildRerankAnswer },
  },
}
