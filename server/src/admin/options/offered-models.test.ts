import { beforeAll, expect, test } from 'bun:test'
import { drawingActions } from '@sluice/contract/drawing'
import { musicActions } from '@sluice/contract/task'
import { forTests } from '../../../test/for-tests.ts'
import { modelNamesOf } from '../../protocols/midjourney/actions.ts'
import { defaultModels } from '../../protocols/openai-media/default-models.ts'
import { providers } from '../../providers/index.ts'
import { priceListOf } from '../../state/price-list-of.ts'
import { startTestApp, type TestClient } from '../test-app.ts'

const app = forTests(startTestApp)
let admin: TestClient
beforeAll(async () => {
  admin = await app.addUser({ role: 10 })
})

/** The models that the channel form offers, and the defaults of calls that name no model. */
const offered = providers.flatMap(({ models }) => models)
const usedByDefault = [
  ...Object.values(defaultModels).filter((model) => model !== null),
  ...drawingActions.flatMap(modelNamesOf),
  ...musicActions.map((action) => `suno_${action.toLowerCase()}`),
]
const names = [...new Set([...offered, ...usedByDefault])].sort()

/** Models without a price in the data set and the specification. Add a name only for that reason. */
const withoutPublishedPrice = [
  '360gpt2-o1',
  '@cf/baai/bge-m3',
  '@cf/baai/bge-reranker-base',
  '@cf/black-forest-labs/flux-1-schnell',
  '@cf/black-forest-labs/flux-2-dev',
  '@cf/deepgram/aura-1',
  '@cf/meta/llama-3.3-70b-instruct-fp8-fast',
  '@cf/openai/gpt-oss-120b',
  '@cf/openai/whisper-large-v3-turbo',
  'ERNIE-Lite-8K',
  'MiniMax-Hailuo-2.3',
  'MiniMax-Hailuo-2.3-Fast',
  'MiniMax-M3',
  'MiniMax-Text-01',
  'SparkDesk-X1',
  'black-forest-labs/flux-1.1-pro',
  'bytedance/seedance-2.0/image-to-video',
  'chat-latest',
  'claude-haiku-5-5',
  'claude-sonnet-5-5',
  'cogview-4',
  'command-a-reasoning-08-2025',
  'command-a-vision-07-2025',
  'coze',
  'dall-e',
  'dall-e-2',
  'dify',
  'doubao-1-5-pro-32k',
  'doubao-seed-1-6',
  'doubao-seed-1-6-flash',
  'doubao-seed-1-8',
  'doubao-seed-2-0-pro',
  'doubao-seedance-1-5-pro-251215',
  'doubao-seedance-2-0-260128',
  'doubao-seedance-2-0-mini-260615',
  'embedding-3',
  'embedding-v1',
  'ernie-4.5-turbo-128k',
  'ernie-5.0',
  'ernie-5.1',
  'ernie-x1.1-preview',
  'fal-ai/flux-2-pro',
  'fal-ai/flux-2-pro/edit',
  'fal-ai/kling-video/v3/pro/image-to-video',
  'fal-ai/kling-video/v3/pro/text-to-video',
  'fal-ai/veo3.1',
  'flux-2-flex',
  'flux-2-klein-4b',
  'flux-2-klein-9b',
  'flux-2-max',
  'flux-2-pro',
  'flux-3-video',
  'flux-kontext-max',
  'flux-kontext-pro',
  'flux-pro-1.1',
  'flux-pro-1.1-ultra',
  'gemini-3.8-live',
  'gemini-embedding-2',
  'gemini_omni_flash',
  'gen4.5',
  'gen4_turbo',
  'glm-4.5-air',
  'glm-4.6',
  'glm-4.7',
  'glm-5',
  'glm-5.1',
  'google/veo-3.1',
  'gpt-6.1-sol',
  'gpt-6.1-terra',
  'grok-4.20-non-reasoning',
  'grok-4.20-reasoning',
  'grok-imagine-image',
  'grok-imagine-image-quality',
  'hunyuan-embedding',
  'hunyuan-image',
  'hunyuan-image-3',
  'hunyuan-large',
  'hunyuan-lite',
  'hunyuan-standard',
  'hunyuan-t1-latest',
  'hunyuan-turbos-latest',
  'hunyuan-video',
  'hunyuan-vision',
  'image-01',
  'jimeng_t2i_v31',
  'jimeng_t2i_v40',
  'jina-clip-v2',
  'jina-embeddings-v3',
  'jina-embeddings-v4',
  'jina-reranker-m0',
  'jina-reranker-v3',
  'kimi-latest',
  'kling-2.5-turbo',
  'kling-2.6',
  'kling-3.0',
  'kling-3.0-omni',
  'kling-3.0-turbo',
  'kling-o1',
  'kling-v2-6',
  'kling-v3',
  'kwaivgi/kling-v2.5-turbo-pro',
  'm3e-base',
  'm3e-large',
  'm3e-small',
  'magistral-medium-latest',
  'minimax/hailuo-2.3',
  'mj_edits',
  'mj_video',
  'photon-1',
  'photon-flash-1',
  'qwen-flash',
  'qwen-image',
  'qwen3-asr-flash',
  'qwen3-coder-plus',
  'qwen3-max',
  'qwen3-tts-flash',
  'qwen3-vl-plus',
  'qwq-plus',
  'ray-2',
  'ray-3.2',
  'ray-flash-2',
  'seedance2',
  'seedance2_fast',
  'sora-2',
  'sora-2-pro',
  'speech-2.6-hd',
  'speech-2.6-turbo',
  'text-embedding-v4',
  'uni-1',
  'uni-1-max',
  'veo-3.1-fast-generate-001',
  'veo-3.1-fast-generate-preview',
  'veo3.1',
  'veo3.1_fast',
  'viduq1',
  'viduq2',
  'viduq3-pro',
  'viduq3-turbo',
  'wan-video/wan-2.5-t2v',
  'wan2.7-i2v',
  'wan2.7-r2v',
  'wan2.7-t2v',
  'yi-lightning',
  'yi-vision-v2',
]

async function readUnpriced(models: readonly string[]): Promise<string[]> {
  const answer = await admin.post('/api/option/unpriced_models', { models })
  expect(answer).toMatchObject({ status: 200, body: { success: true } })
  return answer.body.data as string[]
}

test('every model that is offered or used by default has a price, or is reported as unpriced', async () => {
  const unpriced = await readUnpriced(names)
  expect(unpriced).toEqual(withoutPublishedPrice)
  const priceList = priceListOf(app.state.current().options)
  for (const name of names)
    expect({ name, isPriced: priceList.priceOf(name, Date.now()) !== null }).toEqual({
      name,
      isPriced: !unpriced.includes(name),
    })
})

test('an unpriced model is reported once, and no longer after its price is set', async () => {
  expect(await readUnpriced(['mine', 'gpt-4o', 'mine'])).toEqual(['mine'])
  await admin.put('/api/option/', { key: 'ModelPrice', value: '{"mine":0}' })
  expect(await readUnpriced(['mine', 'gpt-4o'])).toEqual([])
})

test('a list that is too long is refused', async () => {
  const models = Array.from({ length: 10_001 }, (_, index) => `m${index}`)
  const { body } = await admin.post('/api/option/unpriced_models', { models })
  expect(body).toMatchObject({ success: false, code: 'invalid_parameters' })
})
