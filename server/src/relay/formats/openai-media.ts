import { createMediaStreamMeter } from '../../protocols/openai-media/event-meter.ts'
import type { ImageOperation, MediaOperation } from '../../protocols/openai-media/media-operation.ts'
import {
  parseImageAnswer,
  parseModerationAnswer,
  parseRerankAnswer,
  parseSpeechAnswer,
  parseTranscriptionAnswer,
} from '../../protocols/openai-media/parse-answer.ts'
import { parseSpeechRequest, parseTranscriptionRequest } from '../../protocols/openai-media/parse-audio-request.ts'
import { parseImageRequest } from '../../protocols/openai-media/parse-image-request.ts'
import {
  parseModerationRequest,
  parseRerankRequest,
  rerankInputs,
} from '../../protocols/openai-media/parse-text-request.ts'
import { parseImageUsage, parseSpeechUsage, parseTranscriptionUsage } from '../../protocols/openai-media/parse-usage.ts'
import { buildRerankAnswer, parseRerankCall } from '../../protocols/openai-media/rerank.ts'
import type { WireFormat } from '../call/wire-format.ts'
import { openaiFormat } from './openai.ts'

type MediaFormat = Pick<WireFormat, 'readRequest' | 'countable' | 'createMeter' | 'readAnswer' | 'rerankCalls'>

const images = (operation: ImageOperation): MediaFormat => ({
  readRequest: (_target, body) => parseImageRequest(operation, body),
  countable: (_target, { prompt }) => ({ prompt }),
  createMeter: (onText) => createMediaStreamMeter(parseImageUsage, onText),
  readAnswer: parseImageAnswer,
})

const transcripts: MediaFormat = {
  readRequest: (_target, body) => parseTranscriptionRequest(body),
  countable: () => ({}),
  createMeter: (onText) => createMediaStreamMeter(parseTranscriptionUsage, onText),
  readAnswer: parseTranscriptionAnswer,
}

const media: Record<MediaOperation, MediaFormat> = {
  image_generations: images('image_generations'),
  image_edits: images('image_edits'),
  image_variations: images('image_variations'),
  speech: {
    readRequest: (_target, body) => parseSpeechRequest(body),
    countable: (_target, { input }) => ({ input }),
    createMeter: (onText) => createMediaStreamMeter(parseSpeechUsage, onText),
    readAnswer: parseSpeechAnswer,
  },
  transcriptions: transcripts,
  translations: transcripts,
  moderations: {
    readRequest: (_target, body) => parseModerationRequest(body),
    countable: (_target, { input }) => ({ input }),
    createMeter: openaiFormat.createMeter,
    readAnswer: parseModerationAnswer,
  },
  rerank: {
    readRequest: (_target, body) => parseRerankRequest(body),
    countable: (_target, body) => rerankInputs(body),
    createMeter: openaiFormat.createMeter,
    readAnswer: parseRerankAnswer,
    rerankCalls: { parse: parseRerankCall, buildAnswer: buildRerankAnswer },
  },
}

/**
 * Errors, headers and framing of OpenAI's format, with requests, answers and events of each endpoint. Never translated.
 */
const formats = new Map<string, WireFormat>(
  Object.entries(media).map(([operation, own]) => [
    operation,
    // An event ends such a stream.
    { ...openaiFormat, endMarker: '', ...own },
  ]),
)

/** The format of a call for `operation`; undefined for text operations. */
export const mediaFormatOf = (operation: string): WireFormat | undefined => formats.get(operation)
