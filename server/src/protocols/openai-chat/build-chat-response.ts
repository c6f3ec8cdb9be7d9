import { naturalEnd } from '../../core/chat/answer-fault.ts'
import type { ChatChoice, ChatResponse } from '../../core/chat/chat-response.ts'
import type { AudioPart, ImagePart } from '../../core/chat/content.ts'
import { urlOfSource } from '../../core/chat/media-source.ts'
import { defined } from '../../core/json/defined.ts'
import { buildOpenaiUsage } from './build-usage.ts'
import { buildAnnotations } from './citations.ts'
import { mapFinishReasonToOpenai } from './map-finish-reason.ts'
import { buildReasoning } from './reasoning.ts'
import { buildSoundId } from './sound-id.ts'
import { buildToolCall } from './tool-calls.ts'
import type { Answer, AnswerAudio, AnswerChoice, AnswerImage, AnswerMessage } from './wire.ts'

/** Fields of an answer that the gateway supplies. */
export interface OpenaiHead {
  /** Replaces the upstream's id. */
  id?: string
  /** Replaces the upstream's model name. */
  model?: string
  /** Seconds, for upstreams that report no time. */
  createdAt: number
  /** The owner of opaque reasoning state: `anthropic-claude-v1`, `google-gemini-v1`. */
  reasoningFormat?: string
}

/** A whole Chat Completions answer. */
export function buildOpenaiChatResponse(response: ChatResponse, head: OpenaiHead): Answer {
  return defined<Answer>({
    id: head.id ?? response.id,
    object: 'chat.completion',
    created: response.createdAt || head.createdAt,
    model: head.model ?? response.model,
    choices: response.choices.map((choice) => buildChoice(choice, head)),
    usage: response.usage ? buildOpenaiUsage(response.usage) : undefined,
  })
}

function buildChoice({ index, parts, finishReason }: ChatChoice, head: OpenaiHead): AnswerChoice {
  const texts = parts.filter((part) => part.kind === 'text')
  const calls = parts.filter((part) => part.kind === 'tool_call')
  const refusals = parts.filter((part) => part.kind === 'refusal')
  const images = parts.filter((part) => part.kind === 'image').flatMap(buildImage)
  const annotations = buildAnnotations(texts.flatMap((part) => part.citations ?? []))
  const audio = parts.find((part) => part.kind === 'audio')
  const reasoning = parts.filter((part) => part.kind === 'reasoning')
  const isSilent = texts.length === 0 && calls.length + refusals.length > 0
  const context = { hasToolCalls: calls.length > 0, hasRefusal: refusals.length > 0 }
  // An upstream may leave the reason out of a whole answer; no client expects that.
  const end = naturalEnd(finishReason) ?? 'stop'
  return {
    index,
    message: defined<AnswerMessage>({
      role: 'assistant',
      content: isSilent ? null : texts.map((part) => part.text).join(''),
      ...buildReasoning(reasoning, head.reasoningFormat),
      refusal: refusals.length > 0 ? refusals.map((part) => part.text).join('') : null,
      annotations: annotations.length > 0 ? annotations : undefined,
      images: images.length > 0 ? images : undefined,
      audio: audio ? buildAudio(audio, index) : undefined,
      tool_calls: calls.length > 0 ? calls.map((call) => buildToolCall(call, true)) : undefined,
    }),
    logprobs: null,
    finish_reason: mapFinishReasonToOpenai(end, context),
  }
}

/** An image as an entry of `images`; nothing for one that only the upstream account can read. */
export function buildImage(image: ImagePart, index: number): AnswerImage[] {
  const url = urlOfSource(image.source)
  return url === null ? [] : [{ type: 'image_url', image_url: { url }, index }]
}

export const buildAudio = (audio: AudioPart, index: number): AnswerAudio => ({
  id: buildSoundId(index),
  data: audio.source.kind === 'base64' ? audio.source.data : '',
  transcript: audio.transcript ?? '',
  expires_at: 0,
})
