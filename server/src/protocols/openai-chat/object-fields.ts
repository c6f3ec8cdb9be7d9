import { type JsonRecord, textOf } from '@sluice/contract/read-json'
import { createObjectFinder, fileInAddress, type ObjectFields } from '../../core/object-fields.ts'

/**
 * Chat Completions, images, audio and the other calls of OpenAI's older form, with the fields of hosts that speak it:
 * Zhipu's knowledge bases, Moonshot's and Qwen's files, Google's caches.
 * https://platform.openai.com/docs/api-reference, read 2026-11-28
 */
export const openaiObjectFields: ObjectFields = {
  anywhere: [
    ...['file_id', 'file_ids', 'container', 'container_id', 'vector_store_ids', 'vector_store_id', 'skill_id'],
    ...['knowledge_id', 'knowledge_ids', 'knowledge_base_id', 'knowledge_base_ids'],
    ...['cached_content', 'cachedContent'],
  ],
  addresses: ['url', 'image_url', 'video_url', 'audio_url', 'file_url', 'file_data'],
  idInAddress: fileInAddress,
  idOfItem: objectOfRecord,
  data: ['arguments', 'parameters', 'schema', 'metadata', 'annotations', 'tool_calls', 'json_schema'],
}

export const findOpenaiObjects = createObjectFinder(openaiObjectFields)

/** An earlier spoken answer, a voice that was made for an account, or a file that a system message names for Qwen. */
function objectOfRecord({ role, audio, voice, content }: JsonRecord): string | null {
  if (typeof content === 'string' && role === 'system' && content.startsWith('fileid://')) return content.trim()
  const sound = role === 'assistant' ? audio : voice
  return typeof sound === 'object' && sound !== null && 'id' in sound ? textOf(sound.id) || null : null
}
