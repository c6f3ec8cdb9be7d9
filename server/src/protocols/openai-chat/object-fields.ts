import { type JsonRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { createObjectFinder, fileInAddress, type ObjectFields } from '../../core/object-fields.ts'
import { isBuiltSoundId } from './sound-id.ts'

/**
 * Chat Completions, images, audio and the other calls of OpenAI's older form, with the fields of hosts that speak it:
 * Zhipu's knowledge bases, Moonshot's and Qwen's files, Google's caches, Azure's data sources.
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
 * An earlier spoken answer, a voice that was made for an account, the files that a system message names for Qwen, or
 * what Azure reads in the operator's name.
 */
function objectsOfRecord(record: JsonRecord): readonly string[] {
  const sources = record.data_sources ?? record.dataSources
  if (sources !== undefined) return recordsOf(sources).flatMap(operatorsIn)
  const { role, audio, voice, content } = record
  const sound = role === 'assistant' ? audio : voice
  const id = typeof sound === 'object' && sound !== null && 'id' in sound ? textOf(sound.id) : ''
  if (id !== '' && !isBuiltSoundId(id)) return [id]
  return role === 'system' || role === 'developer' ? filesInText(content) : none
}

const none: readonly string[] = []
/** Proofs of a data source that the caller sends, in the spelling of all API versions. */
const ownProofs: ReadonlySet<string> = new Set([
  'apikey',
  'accesstoken',
  'connectionstring',
  'keyandkeyid',
  'encodedapikey',
  'usernameandpassword',
])

/**
 * Azure reads a data source with the identity of the operator's resource, unless the caller sends a proof of its own,
 * and embeds the question with a deployment of that resource.
 * https://learn.microsoft.com/en-us/azure/ai-services/openai/references/on-your-data, as known on 2026-11-30
 */
function operatorsIn({ parameters }: JsonRecord): readonly string[] {
  const source = recordOf(parameters)
  const embedding = recordOf(source.embedding_dependency ?? source.embeddingDependency)
  const places = ['index_name', 'indexName', 'container_name', 'containerName', 'collection_name', 'collectionName']
  const named = places.map((name) => textOf(source[name])).find((name) => name !== '')
  const proof = textOf(recordOf(source.authentication).type).toLowerCase().replaceAll('_', '')
  // The first form had the key beside the index.
  const isOwn = source.authentication === undefined ? textOf(source.key) !== '' : ownProofs.has(proof)
  const deployment = textOf(embedding.deployment_name ?? embedding.deploymentName)
  return [...(isOwn ? none : [named ?? 'data_sources']), ...(deployment === '' ? none : [deployment])]
}

const qwenFiles = /^\s*fileid:\/\//i

/** https://help.aliyun.com/zh/model-studio/long-context-qwen-long: `fileid://` ids, separated by commas. */
function filesInText(content: unknown): readonly string[] {
  const texts = typeof content === 'string' ? [content] : recordsOf(content).map(({ text }) => textOf(text))
  return texts
    .filter((text) => qwenFiles.test(text))
    .flatMap((text) => [...text.matchAll(/fileid:\/\/([^\s,]+)/gi)].map(([, id = '']) => id))
}
