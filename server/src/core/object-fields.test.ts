import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import {
  anthropicObjectFields,
  findAnthropicObjects,
  findTypedAnthropicObjects,
} from '../protocols/anthropic-messages/object-fields.ts'
import { findGeminiObjects, geminiObjectFields } from '../protocols/gemini/object-fields.ts'
import { findOpenaiObjects, openaiObjectFields } from '../protocols/openai-chat/object-fields.ts'
import { objectsInEvent, realtimeObjectFields } from '../protocols/openai-realtime/object-fields.ts'
import { findResponsesObjects, responsesObjectFields } from '../protocols/openai-responses/object-fields.ts'
import { createObjectFinder, fileInAddress, type ObjectFields } from './object-fields.ts'

const user = (content: unknown) => ({ role: 'user', content })
const source = (parameters: object) => ({ data_sources: [{ type: 'azure_search', parameters }] })
const ownIndex = { index_name: 'i', authentication: { type: 'api_key', key: 'k' } }
/** A data source of the operator that no field names. */
const unnamed = 'data_sources'

describe('the objects that a body names', () => {
  test.each([
    ['a file', { messages: [user([{ type: 'file', file: { file_id: 'file-1' } }])] }, ['file-1']],
    ['an earlier sound', { messages: [{ role: 'assistant', audio: { id: 'audio_68f1c' } }] }, ['audio_68f1c']],
    ['a voice of an account', { audio: { voice: { id: 'voice_1' } } }, ['voice_1']],
    ['pictures to edit', { images: [{ file_id: 'a' }, { file_id: 'b' }], mask: { file_id: 'a' } }, ['a', 'b']],
    ['a knowledge base', { tools: [{ type: 'retrieval', retrieval: { knowledge_id: 'k' } }] }, ['k']],
    ['a file of Moonshot', { messages: [user([{ image_url: { url: 'ms://abc' } }])] }, ['abc']],
    ['files of Qwen', { messages: [{ role: 'system', content: ' fileid://fe-1,fileid://fe-2' }] }, ['fe-1', 'fe-2']],
    [
      'a file of Qwen in a part',
      { messages: [{ role: 'developer', content: [{ type: 'text', text: 'FileId://fe-1' }] }] },
      ['fe-1'],
    ],
    ['a bucket', { messages: [user([{ image_url: { url: 'gs://bucket/x' } }])] }, ['gs://bucket/x']],
    ['a cache of Google', { extra_body: { google: { cached_content: 'cachedContents/1' } } }, ['cachedContents/1']],
    [
      'an index that Azure reads by its own identity',
      source({ index_name: 'i', authentication: { type: 'system_assigned_managed_identity' } }),
      ['i'],
    ],
    ['an index without a proof, in the older spelling', { dataSources: [{ parameters: { indexName: 'i' } }] }, ['i']],
    [
      'an index by that identity, with a key that is not read',
      source({ index_name: 'i', key: 'k', authentication: { type: 'system_assigned_managed_identity' } }),
      ['i'],
    ],
    ['a database by that identity', source({ authentication: { type: 'user_assigned_managed_identity' } }), [unnamed]],
    [
      'a deployment that embeds the question',
      source({ ...ownIndex, embedding_dependency: { type: 'deployment_name', deployment_name: 'd' } }),
      ['d'],
    ],
    ['an index of the caller', source(ownIndex), []],
    ['an index of the caller in the first form', { dataSources: [{ parameters: { indexName: 'i', key: 'k' } }] }, []],
  ])('of Chat Completions: %s', (_, body, ids) => expect(findOpenaiObjects(body)).toEqual(ids))

  test.each([
    [
      'files',
      {
        input: [
          user([
            { type: 'input_file', file_id: 'a' },
            { type: 'input_image', file_id: 'b' },
          ]),
        ],
      },
      ['a', 'b'],
    ],
    [
      'a file in the output of a function',
      { input: [{ type: 'function_call_output', output: [{ file_id: 'a' }] }] },
      ['a'],
    ],
    ['a conversation', { conversation: 'conv_1' }, ['conv_1']],
    ['a conversation as an object', { conversation: { id: 'conv_1' } }, ['conv_1']],
    ['a prompt and its files', { prompt: { id: 'p', variables: { x: { file_id: 'a' } } } }, ['p', 'a']],
    ['the answer before', { previous_response_id: 'resp_1' }, ['resp_1']],
    ['vector stores', { tools: [{ type: 'file_search', vector_store_ids: ['v', 'w'] }] }, ['v', 'w']],
    ['a container', { tools: [{ type: 'code_interpreter', container: 'cntr_1' }] }, ['cntr_1']],
    ['files of a container', { tools: [{ container: { type: 'auto', file_ids: ['a'] } }] }, ['a']],
    [
      'a shell’s container and skill',
      { tools: [{ environment: { container_id: 'c', skills: [{ skill_id: 's' }] } }] },
      ['c', 's'],
    ],
    ['an item', { input: [{ type: 'item_reference', id: 'msg_1' }] }, ['msg_1']],
    [
      'items by their ids alone',
      { input: [{ id: 'msg_1' }, { id: 'rs_1', type: null }, { id: 'msg_1' }] },
      ['msg_1', 'rs_1'],
    ],
    ['a picture by its item', { input: [{ type: 'image_generation_call', id: 'ig_1' }] }, ['ig_1']],
    ['the mask of a picture', { tools: [{ input_image_mask: { file_id: 'a' } }] }, ['a']],
  ])('of Responses: %s', (_, body, ids) => expect(findResponsesObjects(body)).toEqual(ids))

  test.each([
    ['a file', { messages: [user([{ type: 'document', source: { type: 'file', file_id: 'f' } }])] }, ['f']],
    [
      'a file in the result of a tool',
      { messages: [user([{ type: 'tool_result', content: [{ source: { file_id: 'f' } }] }])] },
      ['f'],
    ],
    ['an upload', { messages: [user([{ type: 'container_upload', file_id: 'f' }])] }, ['f']],
    ['a container', { container: 'c' }, ['c']],
    ['a container with skills', { container: { id: 'c', skills: [{ type: 'custom', skill_id: 's' }] } }, ['c', 's']],
    [
      'a skill of an account as one of Anthropic',
      { container: { skills: [{ type: 'anthropic', skill_id: 'skill_1' }] } },
      ['skill_1'],
    ],
    [
      'a bucket, for an upstream of Google',
      { messages: [user([{ source: { type: 'url', url: 'gs://b/x' } }])] },
      ['gs://b/x'],
    ],
  ])('of Messages: %s', (_, body, ids) => expect(findAnthropicObjects(body)).toEqual(ids))

  const inFile = (fileUri: string) => ({ contents: [{ parts: [{ fileData: { fileUri } }] }] })
  test.each([
    ['a file', inFile('https://generativelanguage.googleapis.com/v1beta/files/abc'), ['files/abc']],
    [
      'a file in the other spelling',
      { contents: [{ parts: [{ file_data: { file_uri: 'files/abc' } }] }] },
      ['files/abc'],
    ],
    ['a bucket', inFile('gs://bucket/x'), ['gs://bucket/x']],
    ['a cache', { cachedContent: 'cachedContents/1' }, ['cachedContents/1']],
    ['a cache in the other spelling', { cached_content: 'cachedContents/1' }, ['cachedContents/1']],
    ['a store of files', { tools: [{ fileSearch: { fileSearchStoreNames: ['s'] } }] }, ['s']],
    ['a corpus', { tools: [{ retrieval: { vertexRagStore: { ragResources: [{ ragCorpus: 'r' }] } } }] }, ['r']],
    ['where pictures are stored', { parameters: { storageUri: 'gs://bucket/out' } }, ['gs://bucket/out']],
  ])('of Gemini: %s', (_, body, ids) => expect(findGeminiObjects(body)).toEqual(ids))

  test.each([
    [{ type: 'session.update', session: { prompt: { id: 'p' } } }, ['p']],
    [{ type: 'session.update', session: { audio: { output: { voice: { id: 'v' } } } } }, ['v']],
    [{ session: { voice: 'marin', audio: { input: { transcription: { prompt: 'names' } } } } }, []],
  ])('of realtime events: %j', (event, ids) => expect(objectsInEvent(JSON.stringify(event))).toEqual(ids))
})

test('data of callers, earlier answers and what is offered to everybody name nothing', () => {
  const own = { file_id: 'x', container: 'x' }
  expect(
    findAnthropicObjects({
      messages: [
        {
          role: 'assistant',
          content: [
            { type: 'tool_use', input: own },
            { type: 'text', citations: [own] },
          ],
        },
        { role: 'assistant', content: [{ content: [{ type: 'code_execution_output', file_id: 'x' }] }] },
      ],
      tools: [{ name: 't', input_schema: { properties: own }, input_examples: [own] }],
      container: { skills: [{ type: 'anthropic', skill_id: 'pdf' }] },
    }),
  ).toEqual([])
  expect(
    findResponsesObjects({
      prompt: null,
      input: [
        { id: 'msg_2', role: 'user', content: 'x' },
        { type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', annotations: [own] }] },
        { type: 'file_search_call', id: 'fs_1', results: [own] },
        { type: 'image_generation_call', id: 'ig_1', result: 'aGk=' },
      ],
      client_metadata: own,
      tools: [
        { type: 'function', parameters: { properties: own }, input_examples: [own] },
        { environment: { skills: [{ skill_id: 'openai-x' }] } },
      ],
    }),
  ).toEqual([])
  expect(findGeminiObjects({ contents: [{ parts: [{ functionResponse: { response: own } }] }] })).toEqual([])
  expect(
    findOpenaiObjects({
      messages: [
        user('gs://bucket/x is a path'),
        user('fileid://x'),
        { role: 'assistant', audio: { id: 'audio_0' } },
        { role: 'system', content: 'As in fileid://x.' },
      ],
      audio: { voice: 'alloy' },
      prompt: 'x',
      documents: [{ text: 'x', ...own, url: 'gs://bucket/x' }],
      tools: [{ function: { name: 'f', input_examples: [own] } }],
    }),
  ).toEqual([])
})

test('ids that are public by the type beside them may be no other account’s', () => {
  const output = { type: 'code_execution_output', file_id: 'f' }
  expect(
    findTypedAnthropicObjects({
      messages: [user([{ content: [output] }, { source: { type: 'file', file_id: 'g' } }])],
      tools: [{ input_schema: { properties: output } }],
      container: {
        skills: [
          { type: 'anthropic', skill_id: 'pdf' },
          { type: 'custom', skill_id: 's' },
        ],
      },
    }),
  ).toEqual(['f', 'pdf'])
})

test.each([
  ['https://example.com/files/abc', null],
  ['https://www.youtube.com/watch?v=1', null],
  ['data:image/png;base64,aGk=', null],
  ['https://generativelanguage.googleapis.com/v1beta/files/a-1?alt=media', 'files/a-1'],
  ['https://generativelanguage.googleapis.com:443/v1beta/files/abc', 'files/abc'],
  ['https://generativelanguage.googleapis.com./v1beta/files/abc', 'files/abc'],
  ['https://generativelanguage.googleapis.com/v1beta/%66iles/abc', 'files/abc'],
  [
    'https://generativelanguage.googleapis.com/v1beta/tunedModels/x',
    'https://generativelanguage.googleapis.com/v1beta/tunedModels/x',
  ],
  ['generativelanguage.googleapis.com/v1beta/files/abc', 'files/abc'],
  ['v1beta/files/abc', 'files/abc'],
  ['/files/abc', 'files/abc'],
  ['https://example.com/?of=generativelanguage.googleapis.com/files/abc', null],
  [' GS://bucket/x', 'GS://bucket/x'],
  ['ms://file-1', 'file-1'],
])('the object of the address %s is %s', (address, id) => expect(fileInAddress(address)).toBe(id))

/** Fields of the official clients that look like ids, and are none of stored objects. */
const harmless = new Set([
  // Ids within the request or the session itself.
  'call_id',
  'tool_call_id',
  'tool_use_id',
  'item_id',
  'caller_id',
  'approval_request_id',
  'event_id',
  'tool_id',
  'previous_item_id',
  'response_id',
  'tab_id',
  'group_id',
  'document_ids',
  'download_id',
  'conversation_id',
  // The maker's services, with a key of the caller.
  'connector_id',
  'tunnel_id',
  // Of the caller's own users; of the key; only compared with the request.
  'user_id',
  'workspace_id',
  'previous_message_id',
])

const packages = join(import.meta.dir, '../../../node_modules')
test.each([
  ['openai/resources/responses/responses.d.ts', responsesObjectFields],
  ['openai/resources/chat/completions/completions.d.ts', openaiObjectFields],
  ['openai/resources/realtime/realtime.d.ts', realtimeObjectFields],
  ['@anthropic-ai/sdk/resources/messages/messages.d.ts', anthropicObjectFields],
  ['@anthropic-ai/sdk/resources/beta/messages/messages.d.ts', anthropicObjectFields],
] satisfies [string, ObjectFields][])('every id of %s is known as an object or as harmless', async (file, fields) => {
  const text = await Bun.file(join(packages, file)).text()
  const named = new Set([...text.matchAll(/^\s+([a-z_]+_ids?)\??:/gm)].map(([, name = '']) => name))
  expect(named.size).toBeGreaterThan(0)
  const known = new Set([...fields.anywhere, ...(fields.atTop ?? []), ...harmless])
  expect([...named].filter((name) => !known.has(name))).toEqual([])
})

test('every address and store of Google’s client is known as an object or as harmless', async () => {
  const text = await Bun.file(join(packages, '@google/genai/dist/genai.d.ts')).text()
  const body =
    /interface (?:FileData|FileSearch|VertexAISearch|VertexRagStore|VertexRagStoreRagResource|GenerateContentConfig|Image) \{[\s\S]*?\n\}/g
  const parts = [...text.matchAll(body)].map(([part]) => part).join('\n')
  const named = new Set(
    [...parts.matchAll(/^\s+(\w*(?:Uri|Ids?|Names|Corpus|Corpora|Content|datastore|engine))\??:/gm)].map(
      ([, name = '']) => name,
    ),
  )
  expect([...named].toSorted()).toContain('fileUri')
  const known = new Set([...geminiObjectFields.anywhere, ...(geminiObjectFields.addresses ?? [])])
  expect([...named].filter((name) => !known.has(name))).toEqual([])
})

test('the bytes of a file are not walked over', () => {
  const bytes = Object.assign(new Uint8Array(8), { file_id: 'file-2' })
  const find = createObjectFinder({ anywhere: ['file_id'], data: [] })
  expect(find({ image: { filename: 'a.png', bytes }, file_id: 'file-1' })).toEqual(['file-1'])
})
