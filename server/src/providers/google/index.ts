import { makeReason } from '@sluice/contract/error-reasons'
import { buildGeminiPath, geminiVersionOf } from '../../protocols/gemini/build-path.ts'
import { geminiMediaWireOf, geminiOperationOf } from '../../protocols/gemini/media-wires.ts'
import { matching } from '../check-other.ts'
import { geminiModels } from '../offered-models.ts'
import { defineProvider } from '../provider.ts'
import { veoVideos } from './video-wire.ts'

const base = 'https://generativelanguage.googleapis.com'

/** https://ai.google.dev/api/generate-content, read 2026-11-20 */
export const google = defineProvider({
  id: 'google',
  type: 24,
  baseUrl: base,
  format: 'gemini',
  operations: ['chat', 'embeddings', 'image_generations', 'image_edits', 'speech', 'realtime'],
  // https://ai.google.dev/gemini-api/docs/models, read 2026-11-20
  models: [
    ...geminiModels,
    'gemini-3.8-live',
    'gemini-3-pro-image',
    'gemini-3.1-flash-image',
    'imagen-4.0-generate-001',
    'gemini-embedding-2',
    'veo-3.1-generate-preview',
    'veo-3.1-fast-generate-preview',
    'veo-3.1-lite-generate-preview',
  ],
  urlOf({ channel, upstreamModel, isStream, settings, operation: wanted, path }) {
    const version = channel.other.trim() || geminiVersionOf(upstreamModel, settings.geminiVersions)
    if (wanted === 'realtime')
      return `${channel.baseUrl ?? base}/ws/google.ai.generativelanguage.${version}.GenerativeService.BidiGenerateContent`
    const embeds = path.includes(':embedContent') ? 'embedContent' : 'batchEmbedContents'
    const operation = wanted === 'embeddings' ? embeds : geminiOperationOf(wanted, upstreamModel, isStream)
    return (channel.baseUrl ?? base) + buildGeminiPath({ version, model: upstreamModel, operation })
  },
  modelListUrlOf: ({ baseUrl }) => `${baseUrl ?? base}/v1beta/models?pageSize=1000`,
  headersOf: ({ key }) => ({ 'x-goog-api-key': key }),
  objectionToOther: matching(/^v\d+((alpha|beta)\d*)?$/, () =>
    makeReason('mustBeOneOf', { choices: 'v1, v1beta, v1alpha' }),
  ),
  mediaWireOf: ({ operation, upstreamModel }) => geminiMediaWireOf(operation, upstreamModel),
  videos: veoVideos,
  liveModelOf: ({ upstreamModel }) => `models/${upstreamModel.replace(/^models\//, '')}`,
  reportsStreamUsage: false,
  takes: {},
})

/** PaLM's address serves Gemini today. */
export const palm = defineProvider({ ...google, id: 'palm', type: 11, models: [] })
