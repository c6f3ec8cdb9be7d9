import { type JsonRecord, recordsOf, textOf } from '@sluice/contract/read-json'
import { createObjectFinder, fileInAddress, type ObjectFields } from '../../core/object-fields.ts'
import { isBuiltSoundId } from './sound-id.ts'

/**
 * Chat Completions, images, audio and the other calls of OpenAI's older form, with the fields of hosts that speak it:
 * Zhipu's knowledge bases, Moonshot's and Qwen's files, Google's caches.
 * https://platform.openai.com/docs/api-reference, read 2026-11-28
 */
export const openaiObjectFields: ObjectFields = {
  anywhere: [
    'file_id',
    'file_ids',
    'container',
    'container_id',
    'vector_store_ids',
    'vector_store_id',
    'skill_id',
    'knowledge_id',
    'knowledge_ids',
    'knowledge_base_id',
    'knowledge_base_ids',
    'cached_content',
    'cachedContent',
  ],
  addresses: ['url', 'image_url', 'video_url', 'audio_url', 'file_url', 'file_data'],
  idInAddress: fileInAddress,
  idsOfItem: objectsOfRecord,
  data: [
    'arguments',
    'parameters',
    'schema',
    'metadata',
    'annotations',
    'tool_calls',
    'json_schema',
    'input_examples',
    'documents',
  ],
}

export const findOpenaiObjects = createObjectFinder(openaiObjectFields)

/**
 * An earlier spoken answer, a voice that was made for an account, or the files that a system message names for Qwen.
 */
function objectsOfRecord({ role, audio, voice, content }: JsonRecord): readonly string[] {
  const sound = role === 'assistant' ? audio : voice
  const id = typeof sound === 'object' && sound !== null && 'id' in sound ? textOf(sound.id) : ''
  if (id !== '' && !isBuiltSoundId(id)) return [id]
  return role === 'system' || role === 'developer' ? filesInText(content) : none
}

const none: readonly string[] = []
const qwenFiles = /^\s*fileid:\/\//i

/** https://help.aliyun.com/zh/model-studio/long-context-qwen-long: `fileid://` ids, separated by commas. */
function filesInText(content: unknown): readonly string[] {
  const texts = typeof content === 'string' ? [content] : recordsOf(content).map(({ text }) => textOf(text))
  return texts
    .filter((text) => qwenFiles.test(text))
    .flatMap((text) => [...text.matchAll(/fileid:\/\/([^\s,]+)/gi)].map(([, id = '']) => id))
}
